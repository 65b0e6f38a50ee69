// Drawings of our own for what stood among people as a sign of itself: a plane seen from its side, a shop, a full platter, a wooden radio.
import type { OwnDrawing } from './drawings.ts'
import { fill, oval, row, stroke } from './pens.ts'

/** Nose to the left. */
const hull = [
  fill('#2f5f96', 'M97 58L110 24C112 21 115 20 118 20H124L119 57Z'),
  fill('#3d74b0', 'M101 57L113 25C114 23 116 22 118 22L112 56Z'),
  fill('#b9c4cf', 'M104 60L124 52C127 51 128 53 126 55L112 66Z'),
  fill('#eef1f4', 'M2 70C6 60 20 54 38 53H102L121 50C127 50 127 56 122 59C104 70 70 80 30 80C14 80 2 77 2 70Z'),
  fill('#c3ccd6', 'M3 72C20 76 70 76 118 61C102 71 70 80 30 80C14 80 4 78 3 72Z'),
  fill('#9aa6b4', 'M14 77C40 80 76 76 104 68C84 76 58 80.500 30 80.500C22 80.500 18 79 14 77Z'),
  fill('#2f5f96', 'M8 69C30 72 74 71 120 58L122 59.200C84 72 34 75 6 71.500Z'),
  fill('#2b3b4c', 'M10 63C13 60 17 58.400 21 57.600L20 62.500C16 63.400 13 64 9.500 64.600Z'),
  row(17, (k) => fill('#3c5266', `M${34 + k * 4} 59.500h2.100v3.600h-2.100z`)),
  fill('#d5dce3', 'M25.500 57h5.500v12.500h-5.500z'),
  stroke('#93a0ae', 0.7, 'M25.500 57h5.500v12.500h-5.500zM106 56v9'),
].join('')
const wing = [
  fill('#8d99a8', 'M50 70H74L104 90C106 92 104 93 101 92.500L54 76Z'),
  fill('#c9d2db', 'M50 69H73L103 89.500L56 73.500Z'),
  fill('#5c6a7a', 'M52 79C52 75.500 66 75.500 70 78C70 82 66 84.500 60 84.500C55 84.500 52 83 52 79Z'),
  oval('#22303e', 53.4, 79.8, 2.3, 3.9),
  fill('#dfe5ea', 'M55 76.500C60 75.600 66 76 69 78L55 78.600Z'),
].join('')
const airplane = hull + wing
const parkedAirplane = [
  oval('#3a3f48', 30, 92, 4.6),
  stroke('#6a7480', 2.4, 'M30 79V91'),
  stroke('#6a7480', 3, 'M72 76V89M78 75V88'),
  hull,
  wing,
  row(2, (k) => oval('#2e333b', 72 + k * 7, 91.5 - k, 5.2) + oval('#9aa4ae', 72 + k * 7, 91.5 - k, 1.9)),
  oval('#2e333b', 30, 92.4, 4.2) + oval('#9aa4ae', 30, 92.4, 1.5),
  fill('#33485c', 'M25.500 57.500h5.500v12.500h-5.500z'),
  fill('#8a949e', 'M24 69.500H33L50 96H38Z'),
  row(8, (k) => fill('#d9dee3', `M${25 + k * 2} ${70.5 + k * 3.2}h${9.4 + k * 0.3}v1.300h-${9.4 + k * 0.3}z`)),
  stroke('#e8ecf0', 1.3, 'M33.500 61V69L51 95V87.500L33.500 61M22.500 63V70L37 95'),
].join('')

const GOODS = ['#c8452f', '#e8b23a', '#2f7d5c', '#3a6aa8', '#d87a3a', '#8a3f7a', '#efe3cc'] as const

/** Open to the street: an awning over the goods, a door beside them, a board above. */
const shop = [
  fill('#a88a66', 'M4 26H124V120H4Z'),
  fill('#cdb08a', 'M6 28H122V118H6Z'),
  fill('#b89a74', 'M6 96H122V118H6Z'),
  fill('#6a5540', 'M2 22H126V28H2Z'),
  fill('#4a3a2c', 'M12 52H78V98H12Z'),
  row(
    3,
    (shelf) =>
      row(10, (k) => {
        const tall = 8 + ((k * 7 + shelf * 3) % 5)
        return fill(
          GOODS[(k * 3 + shelf * 2) % GOODS.length]!,
          `M${14.5 + k * 6.3} ${70 + shelf * 13 - tall}h5v${tall}h-5z`,
        )
      }) + fill('#7a5c3c', `M12 ${70 + shelf * 13}h66v2h-66z`),
  ),
  fill('#8a6844', 'M8 96H82V103H8Z') + fill('#6b4e32', 'M10 103H80V118H10Z'),
  row(6, (k) => oval(GOODS[k]!, 18 + k * 11, 93.5, 4.6, 3.6)),
  fill('#5a4632', 'M90 50H116V118H90Z') + fill('#3a5f7a', 'M92 52H114V118H92Z'),
  fill('#4c7898', 'M94 55H102V84H94ZM104 55H112V84H104ZM94 88H102V114H94ZM104 88H112V114H104Z'),
  oval('#e8c25a', 111, 87, 1.6),
  fill('#c9742a', 'M8 6H120V24H8Z') + fill('#e08a34', 'M10 8H118V22H10Z'),
  fill('#f2dcb4', 'M24 13H92V17H24Z') + oval('#f2dcb4', 104, 15, 4),
  row(8, (k) =>
    fill(k % 2 ? '#f4e6cc' : '#e08a34', `M${8 + k * 9.4} 34h9.400l${k < 4 ? -1.5 : 1.5} 20c-2 4-7.400 4-9.400 0z`),
  ),
  fill('#8a4c1c', 'M7 31H84V35H7Z'),
  fill('#8f8578', 'M0 118H128V124H0Z'),
].join('')

const platter = (() => {
  const rice = row(46, (k) => {
    const angle = k * 2.4
    const far = Math.sqrt((k + 0.5) / 46)
    return oval(
      k % 3 ? '#d0642c' : '#e58a48',
      64 + 49 * far * Math.cos(angle),
      72 + 19 * far * Math.sin(angle) - 5 * (1 - far),
      2.5,
      1.1,
    )
  })
  return [
    oval('#8f9aa0', 64, 80, 63, 30),
    oval('#e9ecec', 64, 77, 63, 29),
    oval('#2f6a9c', 64, 76.6, 60, 27.2),
    oval('#f2f2ee', 64, 76.4, 58.4, 26.2),
    oval('#9c3f1c', 64, 76, 54, 23.6),
    fill('#b8501f', 'M12 75C16 58 40 48 64 48C88 48 112 58 116 75C110 90 90 97 64 97C38 97 18 90 12 75Z'),
    fill('#c65c26', 'M18 70C26 56 46 50 64 50C82 50 100 55 110 67C92 62 40 62 18 70Z'),
    rice,
    fill('#6f8f3a', 'M18 72C17 62 28 56 37 60C44 64 43 74 36 78C28 81 20 79 18 72Z') +
      fill('#93b455', 'M21 70C22 63 29 60 35 62C31 66 27 70 25 76Z'),
    stroke('#5a7a2c', 1, 'M36 62C31 66 28 71 26 77M22 70C25 68 29 67 34 68'),
    fill('#d9782a', 'M84 58C92 54 104 58 112 66C104 68 92 68 84 64Z') +
      fill('#efa052', 'M86 59C93 56 102 59 109 65C101 64 93 63 86 61Z'),
    fill('#efe2c0', 'M88 78C92 72 104 72 108 77C108 83 98 88 90 86C87 84 86 81 88 78Z') +
      fill('#d2c096', 'M90 86C98 88 108 83 108 77C110 84 102 91 92 90Z'),
    fill('#5a2f5c', 'M40 84C46 80 58 82 62 88C58 93 46 93 40 89Z') +
      fill('#7d4a7e', 'M43 84.500C48 82 55 84 59 87C53 87 48 87 43 86Z'),
    fill('#5c2f16', 'M34 70C44 56 66 52 82 60L94 53C95 60 95 66 96 73L83 69C70 80 46 82 34 70Z'),
    fill('#8a4d22', 'M38 69C48 59 66 56 80 62C66 62 50 64 38 69Z'),
    stroke('#38190a', 2, 'M52 60L57 74M62 58L67 74M72 58L76 72'),
    oval('#f0e8d4', 42, 67.4, 2.2) + oval('#241813', 42, 67.4, 1.1),
    fill('#b8cf4a', 'M66 84C70 80 78 81 80 86C76 90 69 89 66 84Z') +
      fill('#e4edb0', 'M68 84.500C71 82 76 83 78 86C74 87.500 71 87 68 84.500Z'),
    fill('#c42f22', 'M58 74C64 71 70 73 73 77C68 80 61 79 58 74Z'),
  ].join('')
})()

/** Two rows of six holes with seeds, on a foot. */
const awale = [
  fill('#4a2d18', 'M36 78H92L98 96H30Z'),
  fill('#6b4224', 'M2 62C6 82 30 88 64 88C98 88 122 82 126 62Z'),
  fill('#8f5c32', 'M2 62C8 74 32 80 64 80C96 80 120 74 126 62C122 54 96 48 64 48C32 48 6 54 2 62Z'),
  fill(
    '#a8733f',
    'M8 60C20 53 40 50.500 64 50.500C88 50.500 108 53 120 60C104 56 84 54.500 64 54.500C44 54.500 24 56 8 60Z',
  ),
  row(2, (r) =>
    row(6, (k) => {
      const x = 64 + (k - 2.5) * (16 + r * 2.4)
      const y = 57 + r * 12
      return (
        oval('#4f3018', x, y, 6.8 + r, 3.8 + r * 0.6) +
        oval('#34200f', x, y + 0.9, 5.8 + r, 2.8 + r * 0.5) +
        row((k * 5 + r * 3) % 4, (s) => oval(s % 2 ? '#c9c2b0' : '#8f9a8c', x - 2.4 + s * 2.2, y + (s % 2), 1.5, 1.2))
      )
    }),
  ),
].join('')

/** Of wood, with cloth before its voice. */
const radio = [
  stroke('#9aa0a4', 1.6, 'M100 34L120 6'),
  oval('#c9ced2', 120.4, 5.4, 1.9),
  fill('#3f2716', 'M6 40C6 35 10 32 15 32H113C118 32 122 35 122 40V104C122 108 119 111 115 111H13C9 111 6 108 6 104Z'),
  fill('#7a4a28', 'M8 41C8 37 11 35 15 35H113C117 35 120 37 120 41V102C120 105 118 107 115 107H13C10 107 8 105 8 102Z'),
  stroke('#68401f', 1, 'M10 39C40 37 80 41 118 38M10 104C50 101 90 105 118 102'),
  fill('#c9ab78', 'M15 43H76V99H15Z') + row(9, (k) => fill('#a8895a', `M15 ${45 + k * 6}h61v2.200h-61z`)),
  row(6, (k) => fill('#8f7248', `M${21 + k * 10} 43h1v56h-1z`)),
  fill('#2c2018', 'M81 43H115V66H81Z') + fill('#ecd9a0', 'M83 45H113V64H83Z'),
  stroke('#6b4a2a', 0.8, 'M86 51H110M86 58H110M88 49V53M94 49V53M100 49V53M106 49V53M91 56V60M97 56V60M103 56V60'),
  fill('#b8302a', 'M98 45h1.500v19h-1.500z'),
  row(
    2,
    (k) =>
      oval('#2c2018', 89 + k * 18, 84, 8) +
      oval('#d8c194', 88.6 + k * 18, 83, 6.4) +
      oval('#b09a6c', 89 + k * 18, 84, 4),
  ),
  fill('#2c1a0e', 'M14 110h10v6h-10zM104 110h10v6h-10z'),
].join('')

const beer = [
  fill('#3f2a14', 'M22 22h18v16c6 8 8 14 8 22v58c0 4-2 6-6 6H20c-4 0-6-2-6-6V60c0-8 2-14 8-22z'),
  fill('#6b451c', 'M18 60c0-8 2-12 7-20h4c-4 10-5 18-5 28v48h-6z'),
  fill('#d8b04a', 'M20 14h22v10H20z') +
    fill('#efe6cc', 'M14 70h34v30H14z') +
    fill('#b8302a', 'M14 76h34v4H14zM14 92h34v4H14z'),
  oval('#d8a93a', 31, 86, 6, 5),
  fill('#c98a2a', 'M62 46H110L105 120C105 123 102 124 99 124H73C70 124 67 123 67 120Z'),
  fill('#e0a83c', 'M66 50H84L82 120H70Z'),
  row(9, (k) => oval('#f2cf7a', 74 + ((k * 17) % 28), 62 + ((k * 23) % 54), 1.5)),
  fill(
    '#f6efdc',
    'M58 44C58 34 68 30 76 32C82 24 96 26 100 32C110 30 116 38 113 46C112 54 104 54 102 50C98 58 90 56 88 51C84 58 76 56 74 50C68 54 60 52 58 44Z',
  ),
  fill(
    '#ded3b8',
    'M60 47C64 53 70 52 74 50C76 56 84 58 88 51C90 56 98 58 102 50C104 54 112 54 113 46C114 56 106 58 103 55C99 61 91 60 88 56C84 62 76 60 74 55C68 58 62 54 60 47Z',
  ),
  stroke('#f4e2b0', 2, 'M100 58L97 112'),
].join('')

/** Four doors, seen from its left side. */
const car = (body: string, light: string, shade: string, roof = '') =>
  [
    roof,
    fill(
      shade,
      'M2 92C2 80 6 74 14 71L34 68L46 53C50 49 56 47 64 47H84C92 47 97 50 102 56L112 67C120 69 125 74 126 82L126 94H2Z',
    ),
    fill(body, 'M3 88C3 80 7 75 15 72L36 68.500H113C120 70 124 75 125 82V88Z'),
    fill(light, 'M16 72L36 68.500H113C117 69.500 120 71 122 74C90 71 50 71 16 74Z'),
    fill(
      body,
      'M35 69L47 54C51 50 56 48.500 64 48.500H84C91 48.500 96 51 100 56.500L110 69H106L97 58C94 54 90 52 84 52H64C58 52 53 53.500 50 57L40.500 69Z',
    ),
    fill(
      '#2a3946',
      'M42 68.500L51 57.500C54 54 58 53 64 53H70V68.500ZM74 53H84C90 53 93.500 54.500 96 58L104 68.500H74Z',
    ),
    fill('#6f8ea0', 'M46 66L53 58C55.500 55.500 58 55 62 55H65L53 66ZM78 55H84C87 55 89 55.600 91 57L84 66H78Z'),
    stroke(shade, 1, 'M72 70V91M71.800 52V69M37 70C36 80 38 88 41 91M104 70C106 78 104 86 102 90'),
    fill(shade, 'M60 75.500h6v1.600h-6zM92 75.500h6v1.600h-6zM3 86H125V94H3Z'),
    fill('#20242a', 'M1 90H127L125 97H3Z'),
    fill('#f6eecb', 'M4 79C6 75.500 9 74.500 13 74.500L11 80.500H4Z') +
      fill('#b8302a', 'M119 75.500C122 76.500 124 78.500 124.500 82H119Z'),
    fill('#d8dde0', 'M1 87H12V90.500H1ZM116 87H127V90.500H116Z'),
    fill(body, 'M37 68C35 64 36.500 62 40 62.500L42 68Z'),
    row(2, (k) => {
      const x = 27 + k * 74
      return (
        fill('#16181c', `M${x - 15} 95C${x - 15} 78 ${x + 15} 78 ${x + 15} 95Z`) +
        oval('#202227', x, 95, 12.4) +
        oval('#3a3d44', x, 95, 9.6) +
        oval('#b9c0c6', x, 95, 7.4) +
        row(5, (s) =>
          stroke(
            '#6d757c',
            1.6,
            `M${x} 95L${(x + 6.4 * Math.cos(s * 1.257)).toFixed(1)} ${(95 + 6.4 * Math.sin(s * 1.257)).toFixed(1)}`,
          ),
        ) +
        oval('#8b939a', x, 95, 2)
      )
    }),
  ].join('')
const automobile = car('#b8402f', '#d2604a', '#8a2a20')
const taxi = [
  car(
    '#e0ac2c',
    '#f0c654',
    '#a87a1a',
    fill('#8a6414', 'M66 41H86L88 48H64Z') +
      fill('#f6ecc8', 'M67.500 42H84.500L86 47H66Z') +
      stroke('#3a2c10', 1.6, 'M71 44.500h10'),
  ),
  row(14, (k) => fill('#241f18', `M${42 + k * 4.4} ${79 + (k % 2) * 2.4}h4.400v2.400h-4.400z`)),
].join('')

const STRIPS = ['#b8302a', '#e8b23a', '#2f7d5c', '#efe3cc', '#2f5f9c', '#8a3f7a', '#d87a3a'] as const

/** Skirts of cloth strips that swing as he dances, over them a carved head with what it carries. */
const gelede = [
  fill('#6b4a30', 'M44 104L40 121H52L54 104ZM76 104L80 119H92L84 102Z'),
  fill('#3a2a1c', 'M36 119h17v5h-17zM78 117h17v5h-17z'),
  row(13, (k) =>
    fill(
      STRIPS[(k * 3) % STRIPS.length]!,
      `M${40 + k * 3.7} 70L${48 + k * 2.6} 70L${40 + k * 4.6} ${110 + ((k * 5) % 7)}L${26 + k * 5.4} ${110 + ((k * 5) % 7)}Z`,
    ),
  ),
  row(11, (k) =>
    fill(
      STRIPS[(k * 2 + 1) % STRIPS.length]!,
      `M${44 + k * 3.6} 54L${50 + k * 3} 54L${42 + k * 4.6} ${86 + ((k * 3) % 6)}L${33 + k * 5.2} ${86 + ((k * 3) % 6)}Z`,
    ),
  ),
  fill('#2b4f86', 'M44 40C52 36 76 36 84 40L90 60C78 66 50 66 38 60Z'),
  row(6, (k) => fill('#e8d9b4', `M${44 + k * 7.4} 41l3.400-.5l.6 22l-3.600 .2z`)),
  fill('#b8302a', 'M42 42C32 46 24 52 16 62L24 69C32 62 40 56 46 54Z'),
  fill('#e8b23a', 'M22 58L30 64L26 67.500L19 60.500Z'),
  fill('#b8302a', 'M86 42C96 42 106 36 112 26L104 20C98 28 92 32 84 34Z'),
  fill('#e8b23a', 'M106 29L113 33L116 29L108 23.500Z'),
  oval('#5b3b28', 18, 67, 4.6) + oval('#5b3b28', 110, 21, 4.6),
  stroke('#c9b48a', 2.4, 'M18 70C16 80 12 86 8 90M18 70C20 80 18 88 15 93'),
  fill('#7a2f24', 'M46 22C46 10 54 4 64 4C74 4 82 10 82 22C82 36 74 46 64 46C54 46 46 36 46 22Z'),
  fill('#c2703a', 'M48 22C48 12 55 7 64 7C73 7 80 12 80 22C80 35 73 43 64 43C55 43 48 35 48 22Z'),
  fill('#a85a2c', 'M48 22C48 12 55 7 62 7C55 14 54 32 62 43C54 42 48 35 48 22Z'),
  fill('#2b3a66', 'M44 18C44 6 54 0 64 0C74 0 84 6 84 18C76 11 52 11 44 18Z'),
  row(5, (k) => oval('#f2d27a', 50 + k * 7, 8 - 3.4 * Math.sin(((k + 0.5) * Math.PI) / 5), 1.9)),
  fill(
    '#f4ece0',
    'M52 22C54 19.500 58 19.500 60 22C58 24.500 54 24.500 52 22ZM68 22C70 19.500 74 19.500 76 22C74 24.500 70 24.500 68 22Z',
  ),
  oval('#1c1410', 56, 22, 1.7) + oval('#1c1410', 72, 22, 1.7),
  fill('#8a4826', 'M62 22H66L68 31C66 33 62 33 60 31Z') +
    fill('#5a2018', 'M57 36C60 34 68 34 71 36C68 40 60 40 57 36Z'),
  stroke(
    '#5a2a18',
    1,
    'M51 28v5M53.500 28v5M74.500 28v5M77 28v5M51 17.500C54 16 58 16 60 17.500M68 17.500C70 16 74 16 77 17.500',
  ),
].join('')

/** Held before a lamp: ribs and a spine, pale on blue. */
const xray = [
  fill('#c3ccd2', 'M14 6H114V122H14Z') + fill('#101c2c', 'M18 10H110V118H18Z') + fill('#1c3148', 'M24 16H104V112H24Z'),
  fill(
    '#0b1522',
    'M30 34C34 24 46 22 56 28L58 96C50 108 32 108 28 98C25 76 26 52 30 34ZM98 34C94 24 82 22 72 28L70 96C78 108 96 108 100 98C103 76 102 52 98 34Z',
  ),
  row(8, (k) => fill('#d5e4ec', `M60 ${24 + k * 10.6}h8l1 7h-10z`)),
  row(7, (k) =>
    stroke(
      '#a9c4d4',
      2.6,
      `M60 ${30 + k * 10}C44 ${22 + k * 10} 32 ${30 + k * 10} 28 ${44 + k * 9.4}M68 ${30 + k * 10}C84 ${22 + k * 10} 96 ${30 + k * 10} 100 ${44 + k * 9.4}`,
    ),
  ),
  stroke('#d5e4ec', 4, 'M60 22C48 18 36 18 28 24M68 22C80 18 92 18 100 24'),
  fill('#7f9fb4', 'M66 66C76 64 84 74 82 88C76 94 68 92 65 86Z'),
].join('')

const own = (name: string, family: string, names: readonly [string, string, string, string], body: string) =>
  ({ name, family, fr: names[0], en: names[1], tagsFr: names[2], tagsEn: names[3], body }) satisfies OwnDrawing

export const OWN_IN_TOWN: readonly OwnDrawing[] = [
  own('airplane', 'aircraft', ['avion', 'airplane', 'vol|voyage', 'flight|travel'], airplane),
  own(
    'airplane-parked',
    'aircraft',
    ['avion au sol', 'parked airplane', 'escalier|piste', 'stairs|tarmac'],
    parkedAirplane,
  ),
  own('automobile', 'vehicle', ['voiture', 'car', 'auto|route', 'automobile|road'], automobile),
  own('taxi', 'vehicle', ['taxi', 'taxi', 'voiture|course', 'cab|ride'], taxi),
  own('department-store', 'building', ['boutique', 'shop', 'magasin|vitrine', 'store|window'], shop),
  own('thieboudienne', 'food', ['thiéboudienne', 'thieboudienne', 'riz rouge|poisson', 'red rice|fish'], platter),
  own('awale', 'festive', ['awalé', 'oware', 'jeu|graines', 'game|seeds'], awale),
  own('gelede', 'fantasy', ['masque dansant', 'dancing mask', 'guèlèdè|egungun', 'gelede|egungun'], gelede),
  own('x-ray', 'thing', ['radiographie', 'x-ray', 'os|poumons', 'bones|lungs'], xray),
  own('radio', 'thing', ['radio', 'radio', 'poste|musique', 'set|music'], radio),
  own('beer-mug', 'drink', ['bière', 'beer', 'bouteille|verre', 'bottle|glass'], beer),
]
