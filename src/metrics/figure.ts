/** A gauge of the service. */
export interface Figure {
  /** In a sentence, for the answer itself. */
  readonly help: string
  /** What tells its values apart; none: there is one value. */
  readonly labels?: readonly string[]
}

/** One value of a figure. */
export interface Sample<Name extends string = string> {
  readonly of: Name
  readonly value: number
  readonly labels?: Readonly<Record<string, string>>
}

/** Figures that are looked at together, when somebody asks for them. */
export interface Group {
  /** For the log, should it fail. */
  readonly about: string
  /** Without a database nobody asks it. */
  readonly needsDatabase: boolean
  readonly figures: Readonly<Record<string, Figure>>
  read(): Promise<readonly Sample[]>
}

/** A group whose samples are of its own figures. */
export const group = <Name extends string>(
  own: Omit<Group, 'figures' | 'read'> & {
    readonly figures: Readonly<Record<Name, Figure>>
    read(): Promise<readonly Sample<Name>[]>
  },
): Group => own
