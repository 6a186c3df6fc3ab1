/** Whole numbers in 8 bytes each, to be looked up again and again: a `Set` of them takes five times as much. */
export const sortedKeys = (keys: readonly number[]): Float64Array => Float64Array.from(keys).sort()

/** Have the two a key in common? Each key of the shorter is searched for in the longer. */
export function shareKey(one: Float64Array, other: Float64Array): boolean {
  const [few, many] = one.length < other.length ? [one, other] : [other, one]
  return few.some((key) => holds(many, key))
}

/** Binary search. */
export function holds(keys: Float64Array, key: number): boolean {
  let low = 0
  let high = keys.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((keys[middle] ?? 0) < key) low = middle + 1
    else high = middle
  }
  return keys[low] === key
}
