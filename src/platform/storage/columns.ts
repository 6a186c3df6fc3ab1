/**
 * Whole numbers: SQLite returns `bigint`; PostgreSQL returns `bigint` for int8 and `number` for int4. Mappers convert with `Number()` or
 * `BigInt()`.
 */
export type SqlInteger = bigint | number
/** ISO 8601 text in UTC with milliseconds, on both databases. */
export type Time = string
/** 0 or 1. */
export type BooleanColumn = bigint | number
