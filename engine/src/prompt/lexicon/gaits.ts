/** By which words an animal runs or leaps, lies, or is in the air. */
import type { Gait } from '../asked.ts'
import { wordSet } from '../tokens.ts'

export const GAITS: readonly (readonly [Gait, ReadonlySet<string>])[] = [
  [
    'running',
    wordSet(`court courent courant courir galope galopent galopant galoper saute sautent sautant bondit bondissent bondissant fuit
      fuient fuyant poursuit poursuivent chasse chassent runs running gallops galloping jumps jumping leaps leaping chasing chases`),
  ],
  [
    'lying',
    wordSet(`dort dorment dormant endormi endormie endormis endormies assoupi couche couchee couches couchees allonge allongee allonges
      repose reposent sleeps sleeping asleep lying resting`),
  ],
  ['flying', wordSet('vole volent volant voler plane planent survole survolent flies flying soars soaring')],
]
