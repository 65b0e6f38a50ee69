// Further drawings of our own: what the package draws as a sign (a plate from above, a laughing ghost), and what it lacks.
import type { OwnDrawing } from './drawings.ts'

const fill = (colour: string, d: string, more = '') => `<path fill="${colour}" d="${d}"${more}/>`
const oval = (colour: string, ...[cx, cy, rx, ry = rx]: readonly [number, number, number, number?]) =>
  `<ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}" fill="${colour}"/>`
const stroke = (colour: string, width: number, d: string) =>
  `<path fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" d="${d}"/>`

const plate = [
  oval('#9aa2a8', 64, 88, 50, 13),
  oval('#c9ced2', 64, 84, 61, 16),
  oval('#f1efe9', 64, 81, 61, 16),
  oval('#d3d7d9', 64, 82, 44, 10.5),
  oval('#e9e8e3', 64, 83.5, 42, 9.5),
  fill('#fbfaf6', 'M8 76c12-8 36-11 56-11c-22 2-42 5-52 12z'),
].join('')

const bench = [
  fill('#3f4347', 'M18 60h6v60h-6zM104 60h6v60h-6z'),
  fill('#2f3236', 'M24 96h80v4h-80z'),
  fill('#8a5a30', 'M6 34h116v9h-116z'),
  fill('#a56c3c', 'M6 34h116v4h-116z'),
  fill('#8a5a30', 'M6 49h116v9h-116z'),
  fill('#a56c3c', 'M6 49h116v4h-116z'),
  fill('#3f4347', 'M22 30h5v50h-5zM101 30h5v50h-5z'),
  fill('#a56c3c', 'M4 76h120l4 12h-128z'),
  fill('#bd8450', 'M4 76h120l1.400 4h-122.800z'),
  fill('#6f4523', 'M0 88h128v5h-128z'),
  fill('#3f4347', 'M8 93h6v30h-6zM114 93h6v30h-6z'),
].join('')

const couch = [
  fill('#3a2a20', 'M16 112h8v10h-8zM104 112h8v10h-8z'),
  fill('#3f6f8c', 'M18 50c0-10 6-14 16-14h60c10 0 16 4 16 14v40h-92z'),
  fill('#55879f', 'M22 52c0-8 5-11 13-11h27v40h-40zM66 41h27c8 0 13 3 13 11v29h-40z'),
  fill('#6a9bb2', 'M24 54c0-7 4-10 11-10h25v6c-14 0-26 2-34 12zM68 44h25c5 0 9 2 10 6c-12-2-24-2-35 2z'),
  fill('#3f6f8c', 'M14 84h100v30h-100z'),
  fill('#5f93ab', 'M20 80h43v14h-43zM65 80h43v14h-43z'),
  fill('#77a8bd', 'M20 80h43v5h-43zM65 80h43v5h-43z'),
  fill('#365f78', 'M14 96h100v18h-100z'),
  fill('#4b7d97', 'M2 72c0-8 4-12 10-12s10 4 10 12v42h-20zM106 72c0-8 4-12 10-12s10 4 10 12v42h-20z'),
  fill('#6395ad', 'M4 72c0-7 3-10 8-10s8 3 8 8c-6-2-11-1-16 4zM108 72c0-7 3-10 8-10s8 3 8 8c-6-2-11-1-16 4z'),
].join('')

const ghost = [
  fill(
    '#e6ebf0',
    'M64 6c26 0 38 20 39 46c1 24 6 42 16 58c-10 6-16-2-22-4c-6 4-8 14-16 14c-8 0-10-8-17-8s-9 10-17 10s-10-10-16-14c-6 2-12 8-22 2c10-16 15-34 16-58c1-26 13-46 39-46z',
  ),
  fill('#c3ccd8', 'M86 14c12 8 17 22 17 38c1 24 6 42 16 58c-10 6-16-2-22-4c2-26 2-60-11-92z'),
  fill('#f7f9fb', 'M44 16c8-6 18-8 26-6c-16 4-24 18-26 42c-4-12-6-26 0-36z'),
  stroke('#cdd5df', 2.4, 'M48 70C46 88 42 100 38 110'),
  stroke('#cdd5df', 2.4, 'M70 74C70 90 68 102 64 112'),
  oval('#2a2f3a', 52, 46, 6, 9),
  oval('#2a2f3a', 76, 46, 6, 9),
  oval('#3a404c', 64, 68, 6, 9),
].join('')

const saltHeaps = [
  fill('#cfd8e0', 'M0 118c14-30 24-52 34-60c10 8 20 30 32 60z'),
  fill('#f4f7f9', 'M0 118c14-30 24-52 34-60c2 14-2 40-8 60z'),
  fill('#bcc8d3', 'M34 118c18-46 34-84 48-96c14 14 30 52 46 96z'),
  fill('#f8fafb', 'M34 118c18-46 34-84 48-96c4 24 0 66-10 96z'),
  fill('#e3e9ee', 'M72 118c8-26 12-62 10-96c6 26 8 62 6 96z'),
  fill('#dfe6ec', 'M20 118c3-22 8-44 14-60c4 20 4 42 2 60z'),
].join('')

const pelican = [
  stroke('#d9903c', 4, 'M62 98L60 120M78 98L80 120'),
  fill('#d9903c', 'M48 118h18v5h-18zM72 118h18v5h-18z'),
  fill('#e9edf0', 'M44 70c6-18 30-24 50-14c14 7 24 18 32 32c-12 2-18 0-22-2c-10 16-46 20-58 4c-5-6-5-13-2-20z'),
  fill('#c5ced6', 'M60 72c18-8 44-2 66 16c-12 2-18 0-22-2c-16 6-40 4-44-14z'),
  fill('#5a636c', 'M96 76c10 2 20 6 30 12c-8 2-14 1-18 0z'),
  fill('#e9edf0', 'M46 84c-12-12-18-28-14-44c2-12 8-20 18-20c9 0 14 7 13 15c-2 12-8 14-6 26c1 8 4 14 6 20z'),
  fill('#f8fafb', 'M40 30c3-7 8-9 13-8c-8 6-14 18-13 36c-4-10-4-20 0-28z'),
  fill('#e8a63c', 'M46 30c-14 4-28 16-40 34c4 2 8 2 12 0c12-6 22-14 32-24z'),
  fill('#f2c24e', 'M18 64c-6 2-10 2-12 0c2 10 10 14 18 12c12-4 20-18 26-34c-10 10-20 17-32 22z'),
  oval('#20242a', 50, 28, 2.6),
].join('')

const own = (name: string, family: string, names: readonly [string, string, string, string], body: string) =>
  ({ name, family, fr: names[0], en: names[1], tagsFr: names[2], tagsEn: names[3], body }) satisfies OwnDrawing

export const OWN_THINGS: readonly OwnDrawing[] = [
  own('plate', 'thing', ['assiette', 'plate', 'plat|repas', 'dish|meal'], plate),
  own('bench', 'furniture', ['banc', 'bench', 'parc|siège', 'park|seat'], bench),
  own('couch-and-lamp', 'furniture', ['canapé', 'couch', 'salon|siège', 'living room|seat'], couch),
  own('ghost', 'fantasy', ['fantôme', 'ghost', 'nuit|peur', 'night|fear'], ghost),
  own('salt-heaps', 'thing', ['tas de sel', 'heaps of salt', 'lac|sel', 'lake|salt'], saltHeaps),
  own('pelican', 'bird', ['pélican', 'pelican', 'oiseau|lac', 'bird|lake'], pelican),
]
