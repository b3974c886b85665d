type NameIn<T> = T extends unknown ? keyof T : never;

/**
 * `T` without properties that `Shape` does not have, for parameters whose type is inferred from the argument. If the
 * type is given, the compiler refuses such properties anyway.
 */
export type Exact<T, Shape> = T & { readonly [name in Exclude<NameIn<T>, keyof Shape>]: never };
