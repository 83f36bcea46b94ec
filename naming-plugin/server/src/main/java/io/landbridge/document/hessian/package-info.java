/**
 * Hessian 2, the serialization of the Dubbo protocol, read without ever making an object of a class
 * that the bytes name.
 */
@NullMarked
package io.landbridge.document.hessian;

import org.jspecify.annotations.NullMarked;
