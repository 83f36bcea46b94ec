/**
 * Hessian 2, the serialisation of the Dubbo protocol, read without ever making an object of a class
 * that the bytes name.
 */
@NullMarked
package io.landbridge.document.hessian;

import org.jspecify.annotations.NullMarked;
