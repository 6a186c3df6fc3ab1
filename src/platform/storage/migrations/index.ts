import type { Migration } from '../migrate.ts'
import { initial } from './0001-initial.ts'
import { sandbox } from './0002-sandbox.ts'
import { links } from './0003-links.ts'

/** Every step of the schema, oldest first. A step that was released is never changed: add another. */
export const migrations: readonly Migration[] = [
  { name: '0001-initial', statements: initial },
  { name: '0002-sandbox', statements: sandbox },
  { name: '0003-links', statements: links },
]
