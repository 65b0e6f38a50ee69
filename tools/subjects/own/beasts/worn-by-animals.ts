// What an animal wears: laid over its neck or its head, as large as these are.
import type { OwnDrawing } from '../drawings.ts'
import { fill, oval, row, stroke } from '../pens.ts'

const scarf = [
  fill('#8f2a24', 'M74 58L98 60L104 122L82 124Z'),
  row(4, (k) => stroke('#8f2a24', 3, `M${84 + k * 6} 120L${84 + k * 6.4} 127`)),
  fill('#b83a30', 'M70 58L92 58L94 112L74 114Z'),
  row(4, (k) => stroke('#b83a30', 3, `M${76 + k * 5.6} 112L${76 + k * 5.8} 121`)),
  fill('#c9463a', 'M2 36C4 22 22 26 42 30C66 34 92 32 116 20C128 26 128 50 118 58C90 72 34 74 10 62C2 56 0 46 2 36Z'),
  fill('#d95f50', 'M8 38C20 34 60 46 116 27C122 32 122 38 118 42C90 56 30 54 8 46Z'),
  stroke('#a8342b', 2.4, 'M6 54C34 66 88 66 118 50'),
  fill('#a8342b', 'M66 46C76 40 94 42 98 50C98 62 74 66 68 60Z'),
].join('')

const suit = [
  fill('#243f70', 'M8 14C30 34 96 34 120 14C128 42 124 98 104 126L24 126C4 98 0 42 8 14Z'),
  fill('#31508a', 'M12 20C20 30 34 34 44 36L24 122C8 96 4 50 12 20Z'),
  fill('#f4f2ec', 'M40 28L88 28L64 98Z'),
  fill('#dedbd2', 'M64 42L88 28L64 98Z'),
  fill('#182c52', 'M40 26L64 100L50 112L20 62L34 54L24 44ZM88 26L64 100L78 112L108 62L94 54L104 44Z'),
  fill('#b5322b', 'M56 36L72 36L68 48L74 84L64 96L54 84L60 48Z'),
  fill('#cf4a3f', 'M56 36L72 36L68 48L60 48Z'),
  fill('#fbfaf6', 'M38 22L64 36L48 50L30 30ZM90 22L64 36L80 50L98 30Z'),
  oval('#11151c', 64, 112, 3.4),
].join('')

const tie = [
  fill('#a82c25', 'M56 36L72 36L68 50L78 112L64 126L50 112L60 50Z'),
  fill('#c9403a', 'M56 36L72 36L68 50L60 50Z'),
  fill('#c23a33', 'M60 52L66 52L70 110L64 118L60 112Z'),
  fill('#fbfaf6', 'M34 16L64 36L48 54L24 30ZM94 16L64 36L80 54L104 30Z'),
  fill('#e4e0d6', 'M24 30L34 16L40 20L32 34ZM104 30L94 16L88 20L96 34Z'),
].join('')

const helmet = [
  '<circle cx="64" cy="58" r="56" fill="#bfe0ee" opacity="0.28"/>',
  '<path fill="none" stroke="#eaf4f7" stroke-width="7" d="M64 4C96 4 118 30 118 58C118 88 96 112 64 112C32 112 10 88 10 58C10 30 32 4 64 4Z"/>',
  '<path fill="#ffffff" opacity="0.6" d="M24 48C28 30 40 20 54 16C42 26 34 38 32 54Z"/>',
  fill('#e4e7ea', 'M22 98C40 112 88 112 106 98L112 116C90 130 38 130 16 116Z'),
  fill('#c3c9cf', 'M16 114C40 126 88 126 112 114L112 118C90 132 38 132 16 118Z'),
  oval('#d8462f', 30, 110, 5),
  oval('#3d6fb8', 98, 110, 5),
].join('')

const own = (name: string, family: string, names: readonly [string, string], body: string) =>
  ({ name, family, fr: names[0], en: names[1], tagsFr: '', tagsEn: '', body }) satisfies OwnDrawing

export const OWN_WORN_BY_ANIMALS: readonly OwnDrawing[] = [
  own('neck-scarf', 'clothes', ['écharpe nouée', 'tied scarf'], scarf),
  own('suit-front', 'clothes', ['veste et cravate', 'jacket and tie'], suit),
  own('tie-front', 'clothes', ['col et cravate', 'collar and tie'], tie),
  own('space-helmet', 'clothes', ['casque spatial', 'space helmet'], helmet),
]
