// Wild animals of our own, from the side and with eyes of their size, for those that the package draws as a face or a toy.
import type { OwnDrawing } from '../drawings.ts'
import { eye, fill, oval, row, stroke } from '../pens.ts'

interface Coat {
  readonly fur: string
  readonly shade: string
  readonly light: string
  readonly belly: string
  readonly tip: string
}

/** A great cat on its feet. */
function feline({ fur, shade, light, belly, tip }: Coat, marks: string, face: string): string {
  return [
    stroke(fur, 5, 'M18 62C6 66 -2 82 9 98'),
    stroke(tip, 5, 'M6 90C6 94 7 97 10 99'),
    fill(
      shade,
      'M34 80C34 92 38 100 36 118L47 119C49 106 50 94 50 82ZM76 78C78 92 80 106 78 118L89 119C91 106 92 88 92 78Z',
    ),
    fill(
      fur,
      'M14 66C14 54 28 50 42 54C56 57 70 54 82 50C94 48 101 58 99 70C97 82 86 87 74 85C60 83 46 87 34 86C22 86 14 78 14 66Z',
    ),
    fill(belly, 'M38 85C52 81 64 86 80 83C72 92 48 94 38 85Z'),
    fill(light, 'M24 58C36 52 54 59 66 57C76 55 82 54 86 55C76 67 36 69 24 58Z'),
    fill(
      fur,
      'M17 66C12 80 26 88 23 100C21 108 22 114 22 122L36 122C37 118 34 116 34 112C38 102 47 94 48 84C50 68 30 58 17 66ZM84 70C84 88 89 100 87 122L102 122C103 118 99 116 99 112C101 98 101 84 100 68Z',
    ),
    fill(
      shade,
      'M17 66C12 80 26 88 23 100C21 108 22 114 22 122L27 122C27 110 30 100 32 92C26 84 20 76 21 64ZM84 72C84 88 89 100 87 122L92 122C93 104 91 88 90 74Z',
    ),
    fill(belly, 'M21 117h16c1 3 0 6-2 6h-14zM86 117h16c1 3 0 6-2 6h-14z'),
    fill(fur, 'M76 62C79 46 86 36 92 30L113 46C111 60 105 70 98 77C88 80 78 74 76 62Z'),
    fill(shade, 'M98 77C104 68 109 56 111 44C106 52 100 64 92 74Z'),
    marks,
    oval(shade, 88, 19, 6.4),
    oval('#3a2a1e', 88.4, 19.6, 3.6),
    oval(fur, 105, 15.5, 5.2),
    oval('#3a2a1e', 105.4, 16, 2.6),
    fill(
      fur,
      'M83 33C83 20 92 14 103 17C112 19 115 26 117 33C122 38 125 45 122 51C119 58 110 60 103 58C93 59 86 53 84 45C83 41 83 37 83 33Z',
    ),
    fill(shade, 'M84 45C86 53 93 59 103 58C97 54 91 48 89 38C88 30 90 22 94 17C86 20 82 32 84 45Z'),
    fill(
      belly,
      'M103 47C107 41 117 41 121 45C125 52 119 58 110 58C104 58 100 52 103 47ZM98 33C101 27 109 26 113 30C109 31 104 31 98 33Z',
    ),
    face,
    fill('#8a4a40', 'M113 37C117 36 121 39 122 42C120 45 116 45 114 43Z'),
    stroke('#3a2a1e', 1.2, 'M118 46C118 50 113 52 108 51'),
    stroke('#fff8ea', 0.7, 'M112 49L98 47M112 51L99 53'),
    eye('#d9a63a', [106.4, 33.6], 2.9),
  ].join('')
}

const tiger = feline(
  { fur: '#d9822e', shade: '#b5651f', light: '#e89b4c', belly: '#f6ead6', tip: '#2a1c14' },
  [
    stroke(
      '#2a1c14',
      2.6,
      'M26 55C24 62 27 70 31 75M36 53C35 61 38 70 41 76M47 55C46 63 49 71 52 78M58 56C57 64 60 72 63 78',
    ),
    stroke(
      '#2a1c14',
      2.4,
      'M69 55C69 62 71 70 74 76M80 52C79 60 81 68 84 74M88 48C88 54 90 60 93 64M22 88C26 90 30 90 33 88',
    ),
    stroke(
      '#2a1c14',
      2.2,
      'M22 98C26 100 30 100 33 98M88 84C92 86 96 86 99 84M89 94C92 96 96 96 99 94M9 70L14 74M4 80L9 82',
    ),
  ].join(''),
  stroke('#2a1c14', 1.7, 'M94 20L97 26M100 17L101 23M107 19L106 24M88 34L94 36M88 42L94 42M90 49L95 47'),
)

const leopard = feline(
  { fur: '#d6a24c', shade: '#b07f33', light: '#e6bb6c', belly: '#f4e8d0', tip: '#2f2218' },
  row(26, (k) => {
    const x = 18 + (k % 9) * 9 + (Math.floor(k / 9) % 2) * 4.5
    const y = 57 + Math.floor(k / 9) * 9.5 + ((k * 7) % 4)
    return oval('#4a3218', x, y, 3.2, 2.6) + oval('#c48c38', x + 0.3, y + 0.2, 1.6, 1.2)
  }) + row(10, (k) => oval('#3f2b16', (k < 5 ? 24 : 88) + ((k * 5) % 9), 90 + ((k * 11) % 24), 1.7, 1.5)),
  row(9, (k) => oval('#3f2b16', 89 + ((k * 7) % 14), 20 + ((k * 5) % 11), 1.1, 1)),
)

function bearIn({ far, fur, light, shade, paw, ear, inner, head, cheek, muzzle }: Hide, marks = ''): string {
  return [
    fill(far, 'M36 86L38 120L52 120L54 88ZM78 88L80 120L94 120L94 86Z'),
    fill(
      fur,
      'M8 76C8 56 24 44 44 46C56 40 72 38 84 44C98 48 106 60 103 78C100 92 90 98 76 96C58 94 46 98 32 96C16 96 8 90 8 76Z',
    ),
    fill(light, 'M20 60C34 48 52 50 64 46C76 42 86 46 92 52C78 64 40 70 20 60Z'),
    fill(shade, 'M14 88C32 97 60 91 84 96C92 95 98 91 101 85C98 98 84 101 70 100C48 100 22 102 14 88Z'),
    fill(
      fur,
      'M12 80C12 98 20 106 18 120L36 120C38 108 40 100 44 92ZM86 82C86 98 90 106 88 120L106 120C108 104 108 90 104 76Z',
    ),
    fill(
      shade,
      'M12 82C12 98 20 106 18 120L24 120C26 108 22 98 22 86ZM86 84C86 98 90 106 88 120L94 120C95 108 93 98 93 86Z',
    ),
    fill(paw, 'M17 116h20c3 0 3 8 0 8h-19c-4 0-4-8-1-8zM87 116h20c3 0 3 8 0 8h-19c-4 0-4-8-1-8z'),
    fill(fur, 'M76 62C80 46 88 36 98 32L114 50C112 64 104 76 94 80C84 80 76 74 76 62Z'),
    oval(ear, 90, 30, 6.5),
    oval(inner, 90.5, 31, 3.4),
    oval(ear, 105, 27, 5),
    fill(
      head,
      'M86 44C86 34 95 28 105 30C113 31 117 37 119 43C124 46 127 50 126 55C125 61 117 64 109 63C98 64 86 58 86 44Z',
    ),
    fill(cheek, 'M86 44C86 58 98 64 109 63C102 60 95 54 92 44C91 38 92 34 95 31C89 33 86 38 86 44Z'),
    fill(muzzle, 'M110 50C114 46 124 47 126 52C127 60 118 64 111 62C107 60 106 54 110 50Z'),
    fill('#1c1410', 'M120 46C124 45 128 48 127.500 52C125 54 121 52 120 49Z'),
    stroke(paw, 1.3, 'M125 57C121 60 116 60 113 58'),
    marks,
    eye('#3a2416', [108.5, 42.5], 2.6),
  ].join('')
}

interface Hide {
  readonly far: string
  readonly fur: string
  readonly light: string
  readonly shade: string
  readonly paw: string
  readonly ear: string
  readonly inner: string
  readonly head: string
  readonly cheek: string
  readonly muzzle: string
}

const bear = bearIn({
  far: '#46311f',
  fur: '#6f5038',
  light: '#86644a',
  shade: '#553b29',
  paw: '#3a281c',
  ear: '#5c412d',
  inner: '#8a6a52',
  head: '#7a583e',
  cheek: '#64462f',
  muzzle: '#b08e6c',
})
const polarBear = bearIn({
  far: '#b9bdb8',
  fur: '#e6e4da',
  light: '#f7f5ee',
  shade: '#c6c7c0',
  paw: '#a9aca8',
  ear: '#d2d0c6',
  inner: '#a39a92',
  head: '#efede4',
  cheek: '#d2d1c8',
  muzzle: '#f8f6f0',
})
const panda = bearIn(
  {
    far: '#1b1c1f',
    fur: '#ece9e1',
    light: '#f8f6f1',
    shade: '#c9c7bf',
    paw: '#17181a',
    ear: '#1f2023',
    inner: '#34363a',
    head: '#f0eee7',
    cheek: '#d3d1c9',
    muzzle: '#f8f6f1',
  },
  fill(
    '#242528',
    'M12 82C12 98 20 106 18 120L36 120C38 108 40 100 44 92C34 86 20 82 12 82ZM74 52C80 64 84 80 86 90C86 100 90 106 88 120L106 120C108 104 108 90 104 74C98 62 88 54 74 52Z',
  ) + fill('#242528', 'M103 39C108 35 114 38 114 44C113 50 106 51 103 47C102 44 102 41 103 39Z'),
)

function canine({ tail, tailLight, white, far, sock, fur, light, shade }: Pelt): string {
  return [
    fill(tail, 'M30 66C14 66 0 78 1 98C3 109 12 113 17 106C23 98 30 90 40 82Z'),
    fill(tailLight, 'M28 70C16 72 6 82 6 94C12 88 22 80 34 76Z'),
    fill(white, 'M1 97C3 109 12 113 17 106C14 100 9 95 1 92Z'),
    fill(far, 'M38 80L40 118L47 118L50 84ZM80 80L80 118L87 118L90 82Z'),
    fill(sock, 'M39.500 98L40 122L49 122L48 98ZM80 98L80 122L89 122L88.500 98Z'),
    fill(
      fur,
      'M24 70C24 60 36 57 48 59C60 61 72 58 82 56C94 56 100 64 98 74C94 84 84 87 74 85C60 82 48 87 38 87C28 87 23 79 24 70Z',
    ),
    fill(white, 'M44 86C56 82 70 86 82 84C76 91 54 92 44 86Z'),
    fill(light, 'M32 63C44 59 58 64 70 62C78 60 84 59 88 60C78 70 46 72 32 63Z'),
    fill(
      fur,
      'M26 72C26 84 32 92 31 118L40 118C40 104 44 94 48 86ZM88 74C88 90 91 100 91 118L99 118C101 104 100 88 98 72Z',
    ),
    fill(
      shade,
      'M26 72C26 84 32 92 31 118L34 118C34 104 34 92 32 80ZM88 76C88 90 91 100 91 118L94 118C94 104 93 90 92 78Z',
    ),
    fill(sock, 'M31 98L31 123L43 123L40 98ZM91 98L91 123L103 123L99.500 96Z'),
    fill(fur, 'M76 64C80 54 85 46 89 38L109 50C107 60 103 72 97 80C88 80 78 74 76 64Z'),
    fill(white, 'M106 52C107 62 104 74 97 82C91 80 89 76 92 70C99 66 103 58 106 52Z'),
    fill(shade, 'M86 32C83 20 85 10 90 5C97 11 100 20 99 30Z'),
    fill(sock, 'M88.500 18C87.500 12 89 7.500 90 5.500C93 9 95.500 13 96.500 18Z'),
    fill(fur, 'M98 30C99 20 103 12 108 9C111 16 111 25 108 32Z'),
    fill(white, 'M101 28C102 21 104.500 16 107.500 13C109 18 108.500 24 106.500 29Z'),
    fill(
      fur,
      'M84 36C85 28 94 25 102 27C109 29 112 34 115 38C119 41 126 45 127 48C127 51 122 53 117 53C111 57 100 58 93 54C87 50 83 43 84 36Z',
    ),
    fill(light, 'M96 29C104 28 109 33 114 39C118 42 122 44 125 46C116 45 106 42 100 38C97 36 95 32 96 29Z'),
    fill(white, 'M90 52C100 58 111 57 117 53C122 53 127 51 127 48.500C121 49.500 113 49 107 47C102 51 97 53 90 52Z'),
    oval('#1f1713', 126, 46.8, 2.1, 1.8),
    stroke('#5a2a14', 1, 'M124 50.500C119 51.500 114 51 110 49.500'),
    eye('#d8a94a', [107.5, 38.5], 2.3),
  ].join('')
}

interface Pelt {
  readonly tail: string
  readonly tailLight: string
  readonly white: string
  readonly far: string
  readonly sock: string
  readonly fur: string
  readonly light: string
  readonly shade: string
}

const fox = canine({
  tail: '#c2602a',
  tailLight: '#d97c3e',
  white: '#f3e6d2',
  far: '#8f431d',
  sock: '#33211a',
  fur: '#cf6a2e',
  light: '#df8446',
  shade: '#a9521f',
})
const wolf = canine({
  tail: '#7d7f80',
  tailLight: '#97999a',
  white: '#dcdad3',
  far: '#55585a',
  sock: '#63676a',
  fur: '#87898a',
  light: '#a3a5a4',
  shade: '#696c6e',
})

const monkey = [
  stroke('#8a7358', 5, 'M36 116C10 121 0 96 9 78C14 68 24 70 22 78'),
  fill('#9c8464', 'M34 122C26 108 30 84 44 70C52 60 66 54 78 58C88 62 90 78 86 94L84 122Z'),
  fill('#7f6a4e', 'M34 122C26 108 30 84 44 70C47 84 45 104 51 122Z'),
  fill('#d8c6a2', 'M76 64C87 69 89 84 84 98C78 100 72 92 72 82C72 74 73 68 76 64Z'),
  fill('#a8906e', 'M46 122C40 108 46 94 60 92C74 92 80 104 78 114L80 122Z'),
  fill('#8d7657', 'M46 122C40 108 46 94 58 92C52 100 52 112 56 122Z'),
  fill('#43342a', 'M62 117h30c5 0 6 7 0 7h-30c-5 0-5-7 0-7z'),
  fill('#a8906e', 'M66 64C58 76 64 92 75 100C82 104 90 104 97 102L96 94C89 95 83 92 81 86C79 78 81 70 77 62Z'),
  fill('#8d7657', 'M66 64C58 76 64 92 75 100C70 90 68 78 71 64Z'),
  fill('#43342a', 'M94 94C100 92 106 95 105 100C103 105 97 105 94 102Z'),
  fill('#9c8464', 'M66 40C64 24 74 12 88 12C102 12 110 22 108 36C108 48 102 58 90 60C76 62 68 54 66 40Z'),
  fill('#7f6a4e', 'M66 40C64 24 74 12 86 12C76 20 72 34 76 46Z'),
  fill('#d8c6a2', 'M67 44C66 56 78 63 92 61C86 55 78 49 74 41Z'),
  oval('#5a4636', 70, 38, 6, 7),
  oval('#836a55', 70.6, 38.6, 3.2, 4.2),
  fill('#e2d3b2', 'M82 28C90 20 104 21 110 28C109 32 100 30 94 31C90 32 85 33 82 28Z'),
  fill(
    '#4f3d30',
    'M86 33C90 29 104 28 109 33C111 38 115 42 115 48C115 55 108 59 101 58C93 57 88 51 87 44C86 40 84 36 86 33Z',
  ),
  fill('#6d5645', 'M97 46C102 42 113 42 115 47C116 54 109 59 102 57C97 55 94 50 97 46Z'),
  stroke('#261b15', 1.3, 'M99 52.500C105 55 110 54 114.500 50.500'),
  oval('#261b15', 110.5, 45.5, 1.1, 0.8),
  eye('#b98235', [98, 37.5], 2.8),
  eye('#b98235', [108.4, 37], 2.1),
].join('')

const own = (name: string, names: readonly [string, string, string, string], body: string) =>
  ({
    name,
    family: 'animal',
    fr: names[0],
    en: names[1],
    tagsFr: names[2],
    tagsEn: names[3],
    body,
  }) satisfies OwnDrawing

export const OWN_WILD_ANIMALS: readonly OwnDrawing[] = [
  own('tiger', ['tigre', 'tiger', 'animal|félin', 'animal|big cat'], tiger),
  own('leopard', ['léopard', 'leopard', 'animal|panthère|félin', 'animal|panther|big cat'], leopard),
  own('bear', ['ours', 'bear', 'animal|ours brun', 'animal|brown bear'], bear),
  own('polar-bear', ['ours blanc', 'polar bear', 'animal|ours polaire', 'animal'], polarBear),
  own('panda', ['panda', 'panda', 'animal', 'animal'], panda),
  own('wolf', ['loup', 'wolf', 'animal', 'animal'], wolf),
  own('fox', ['renard', 'fox', 'animal|goupil', 'animal'], fox),
  own('monkey', ['singe', 'monkey', 'animal|vervet', 'animal|vervet'], monkey),
]
