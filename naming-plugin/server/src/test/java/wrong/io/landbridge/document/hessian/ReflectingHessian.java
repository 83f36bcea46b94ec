package wrong.io.landbridge.document.hessian;

import java.lang.reflect.Constructor;

/** A reader that makes objects of the classes it is told of. */
public record ReflectingHessian(Constructor<?> constructor) {}
