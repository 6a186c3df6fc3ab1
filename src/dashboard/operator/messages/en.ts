/** Words of these pages, in English. */
export const en = {} as const satisfies Readonly<Record<string, string>>

export type Messages = { readonly [Name in keyof typeof en]: string }
