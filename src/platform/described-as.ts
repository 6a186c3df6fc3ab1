/** In the schema of a value that its route validates itself: the schema that API descriptions show instead. */
export const describedAsKeyword = 'x-described-as'
