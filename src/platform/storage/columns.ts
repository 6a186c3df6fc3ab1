/** Whole numbers: SQLite gives `bigint`, PostgreSQL gives `bigint` for int8 and `number` for int4. Mappers say `Number()` or `BigInt()`. */
export type Whole = bigint | number
/** ISO 8601 text in UTC with milliseconds, on both. */
export type Time = string
/** 0 or 1. */
export type Flag = bigint | number
