// What belongs to somebody or is drawn by an animal; a hyena, and a plate of red maize paste.
import { OWN_ANIMALS } from './animals.ts'
import { OWN_DRAWINGS, type OwnDrawing } from './drawings.ts'
import { eye, fill, oval, row, stroke } from './pens.ts'

const flag = [
  fill('#c23a2c', 'M24 8C46 0 62 22 84 14C96 10 106 10 116 14L112 62C98 56 88 58 76 62C58 68 44 48 24 56Z'),
  fill('#d9574a', 'M24 8C46 0 62 22 84 14L83 24C62 30 46 12 24 18Z'),
  fill('#a02c22', 'M24 44C44 38 58 58 76 52C90 48 100 46 113 50L112 62C98 56 88 58 76 62C58 68 44 48 24 56Z'),
  fill('#d8d4cc', 'M18 4h6v122h-6z') + fill('#a8a298', 'M22 4h2v122h-2z') + oval('#e3c36a', 21, 4, 5),
].join('')

const hyena = [
  fill('#8a6f4a', 'M101 62C112 64 116 76 112 92C110 84 106 78 99 76Z'),
  fill('#7d6444', 'M52 84L50 123L60 123L63 86ZM86 86L92 104L88 123L98 123L102 100L98 84Z'),
  fill(
    '#b59766',
    'M34 44C48 36 62 46 78 54C94 58 106 64 106 78C106 88 98 92 88 92C72 96 54 94 44 88C34 80 28 56 34 44Z',
  ),
  fill('#b59766', 'M36 78L36 123L47 123L52 86ZM94 78L102 102L98 123L108 123L112 98L104 76Z'),
  fill('#c9ae7e', 'M36 52C34 66 40 82 50 86C46 72 44 60 46 46Z'),
  fill('#6b5334', 'M26 26C36 28 46 38 66 48C60 50 52 48 46 46C40 40 34 34 28 32Z'),
  fill('#b59766', 'M40 54C30 52 18 50 8 46C4 44 4 38 8 36C14 34 20 26 28 24C40 24 46 38 46 52Z'),
  fill('#3f3226', 'M4 40C4 36 8 34 12 36C16 40 14 46 9 46C5 45 4 43 4 40Z'),
  stroke('#3f3226', 1.8, 'M8 47C14 52 22 52 28 49'),
  fill('#7d6444', 'M28 25C24 16 28 8 34 8C40 12 40 20 36 26ZM38 28C38 18 42 12 48 12C52 18 48 26 43 31Z'),
  fill('#4a3a28', 'M31 22C29 16 31 12 34 11C37 14 36 19 34 23Z'),
  eye('#5a4020', [22, 34], 2.6),
  row(9, (k) => oval('#6b5334', 54 + (k % 5) * 11 + (k > 4 ? 5 : 0), 64 + (k > 4 ? 14 : 0) + (k % 2) * 4, 3.4, 2.8)),
  row(4, (k) => oval('#6b5334', 42 + (k % 2) * 62, 96 + (k >> 1) * 10, 2.4, 2)),
].join('')

const amiwo = [
  oval('#c9ccc8', 64, 102, 60, 18) + oval('#f2efe8', 64, 97, 60, 18) + oval('#e2ddd2', 64, 97, 46, 13),
  fill('#b5451f', 'M18 94C18 66 34 50 56 50C78 50 92 66 92 94C84 104 28 104 18 94Z'),
  fill('#d9642e', 'M24 90C26 68 38 54 54 54C44 64 38 78 38 98C32 97 26 94 24 90Z'),
  fill('#a8622a', 'M70 94C68 78 80 66 96 68C112 70 116 88 106 96C96 102 76 104 70 94Z'),
  fill('#c98544', 'M74 90C74 78 84 70 96 72C86 76 80 84 80 96C77 95 75 93 74 90Z'),
  fill('#e9dcc0', 'M104 72L118 58L122 62L110 78Z') + oval('#f4ead4', 121, 57, 4.4) + oval('#f4ead4', 124, 62, 4),
  row(5, (k) =>
    [
      `<ellipse cx="${46 + k * 9}" cy="${62 + (k % 2) * 14}" rx="8" ry="4" fill="none" stroke="#f4e6f0" stroke-width="2.4"/>`,
      `<ellipse cx="${46 + k * 9}" cy="${62 + (k % 2) * 14}" rx="4.4" ry="2" fill="none" stroke="#c99ac0" stroke-width="1.6"/>`,
    ].join(''),
  ),
  fill('#3f8a3a', 'M30 100C36 92 48 90 58 96C64 100 62 106 54 106C44 106 36 104 30 100Z') +
    stroke('#2c5f28', 3, 'M58 98C62 96 64 92 66 90'),
].join('')

const flowerBasket = [
  stroke('#8a5a30', 4, 'M26 80C26 34 102 34 102 80'),
  row(9, (k) => stroke('#4f7a3f', 3, `M64 92L${20 + k * 11} ${62 - 16 * Math.sin((k / 8) * Math.PI)}`)),
  row(12, (k) => oval('#5f8f4a', 20 + k * 8, 74 - 14 * Math.sin((k / 11) * Math.PI), 8, 5)),
  row(9, (k) => {
    const [x, y] = [22 + k * 10.6, 62 - 20 * Math.sin((k / 8) * Math.PI) + (k % 2) * 9]
    const petal = ['#d8357a', '#f2c230', '#e86a2f', '#f4f0ea'][k % 4]!
    return (
      row(5, (n) => oval(petal, x + 5.4 * Math.cos(n * 1.257), y + 5.4 * Math.sin(n * 1.257), 4.6)) +
      oval(petal === '#f2c230' ? '#a8622a' : '#f2c230', x, y, 3.4)
    )
  }),
  fill('#b5803f', 'M20 78L108 78L96 122C94 125 34 125 32 122Z'),
  fill('#c99a58', 'M24 82L58 82L54 122L36 122Z'),
  row(4, (k) => stroke('#8a5a2c', 2, `M${23 + k * 2.8} ${88 + k * 9}L${105 - k * 2.8} ${88 + k * 9}`)),
  row(7, (k) => stroke('#9c6a34', 2, `M${32 + k * 10.6} 80L${38 + k * 8.6} 122`)),
  fill('#9c6a34', 'M17 75h94v6h-94z'),
].join('')

const bodyOf = (all: readonly OwnDrawing[], name: string) => all.find((one) => one.name === name)!.body

const donkeyCart = [
  stroke('#7a4a28', 2.6, 'M22 90L72 84'),
  `<g transform="translate(49 44) scale(0.64)">${bodyOf(OWN_DRAWINGS, 'cart')}</g>`,
  `<g transform="translate(-8 55) scale(0.54)">${bodyOf(OWN_ANIMALS, 'donkey')}</g>`,
  stroke('#3f2c1c', 2.2, 'M20 80C24 90 24 98 20 104M22 92L66 88'),
].join('')

const own = (name: string, family: string, names: readonly [string, string, string, string], body: string) =>
  ({ name, family, fr: names[0], en: names[1], tagsFr: names[2], tagsEn: names[3], body }) satisfies OwnDrawing

export const OWN_BELONGINGS: readonly OwnDrawing[] = [
  own('flag', 'thing', ['drapeau', 'flag', 'étendard|fanion|pavillon', 'banner|pennant'], flag),
  own('hyena', 'animal', ['hyène', 'hyena', 'savane|Bouki', 'savanna'], hyena),
  own('amiwo', 'food', ['amiwo', 'amiwo', 'pâte rouge|poulet', 'red maize paste|chicken'], amiwo),
  own('flower-basket', 'thing', ['panier de fleurs', 'basket of flowers', 'corbeille|fleurs', 'flowers'], flowerBasket),
  own('donkey-cart', 'vehicle', ['charrette à âne', 'donkey cart', 'attelage', 'cart|harness'], donkeyCart),
]
