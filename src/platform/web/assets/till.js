// @ts-check
// The keys of the till.
