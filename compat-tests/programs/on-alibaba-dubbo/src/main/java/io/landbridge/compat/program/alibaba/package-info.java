/** The programs on {@code com.alibaba.dubbo}: Dubbo 2.6. */
@NullMarked
package io.landbridge.compat.program.alibaba;

import org.jspecify.annotations.NullMarked;
