import { globSync, readFileSync } from 'node:fs'

// Part of `npm run check`: names and words with a private meaning, and their usual replacements.

const rules: readonly { readonly found: RegExp; readonly instead: string }[] = [
  {
    found: /\b(?:most|longest|shortest|least|usual|fewest)[A-Z]\w*/,
    instead: 'name limits maxX and minX, and defaults defaultX, as other codebases do',
  },
  {
    found:
      /^export (?:async )?(?:function\*? |const )(?:\w+Of|(?:after|at|before|by|for|in|of|under|until|up|without)[A-Z]\w*)(?= = (?:async )?\(|[(<])/,
    instead: "begin a function's name with a verb: findX, createX, isX",
  },
  {
    found: /(?:\/\/|\*) (?:Who|Whoever|Whose|Whom|What|Which) /,
    instead: 'start a comment with its subject',
  },
  {
    found:
      /\b(?:anew|beside|hitherto|lest|likewise|meanwhile|reckon(?:s|ed|ing)?|mend(?:s|ed|ing)?|for ever)\b/,
    instead:
      'use a modern word: again, next to, until now, so that, also, in the meantime, calculate, fix, forever',
  },
]

const faults = globSync(['src/**/*.{ts,js,css}', 'tools/**/*.ts'], { exclude: ['**/node_modules'] })
  .filter((file) => file !== 'tools/language.ts')
  .flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        rules.flatMap(({ found, instead }) => {
          const word = found.exec(line)?.[0]
          return word === undefined ? [] : [`${file}:${index + 1}: "${word.trim()}": ${instead}`]
        }),
      ),
  )
  .sort()

for (const fault of faults) process.stderr.write(`${fault}\n`)
if (faults.length > 0) process.exitCode = 1
