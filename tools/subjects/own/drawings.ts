// Drawings of our own, for what the icon package does not know: plain SVG in the same box of 128 × 128.

export interface OwnDrawing {
  readonly name: string
  readonly family: string
  readonly fr: string
  readonly en: string
  readonly tagsFr: string
  readonly tagsEn: string
  readonly body: string
}

const fill = (colour: string, d: string, more = '') => `<path fill="${colour}" d="${d}"${more}/>`
const oval = (colour: string, ...[cx, cy, rx, ry = rx]: readonly [number, number, number, number?]) =>
  `<ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}" fill="${colour}"/>`
const stroke = (colour: string, width: number, d: string) =>
  `<path fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" d="${d}"/>`
const row = (count: number, draw: (k: number) => string) => Array.from({ length: count }, (_, k) => draw(k)).join('')

const kora = [
  fill('#5d3a22', 'M61 3h6v84h-6z'),
  fill('#7d5231', 'M61 3h2v84h-2z'),
  row(9, (k) => oval('#2f1d12', 64, 10 + k * 5.4, 4.4, 1.7)),
  oval('#a8672c', 64, 96, 30),
  oval('#c98a3c', 62, 93, 27, 26),
  oval('#f0dfc0', 64, 93, 23, 23),
  oval('#fbf1dc', 60, 88, 15, 14),
  row(14, (k) => oval('#5d3a22', 64 + 23 * Math.cos((k * Math.PI) / 7), 93 + 23 * Math.sin((k * Math.PI) / 7), 1.5)),
  oval('#3a2416', 77, 103, 4.6),
  stroke('#6b4226', 4, 'M50 60L51 106'),
  stroke('#6b4226', 4, 'M78 60L77 98'),
  fill('#4a2d1a', 'M59 74h10v28h-10z'),
  row(7, (k) => stroke('#f6f0e2', 0.7, `M64 ${12 + k * 6}L${60 - k * 0.1} ${98 - k * 3.4}`)),
  row(7, (k) => stroke('#e6dcc6', 0.7, `M64 ${14 + k * 6}L${68 + k * 0.1} ${98 - k * 3.4}`)),
].join('')

const balafon = [
  row(
    7,
    (k) => oval('#a8672c', 20 + k * 14.6, 92, 8.4 - k * 0.5, 11 - k * 0.8) + oval('#d0954a', 18 + k * 14.6, 89, 4, 5),
  ),
  fill('#5d3a22', 'M4 66l120 8v6l-120-8z'),
  fill('#5d3a22', 'M8 70h6l-2 46h-6zM114 76h6l2 34h-6z'),
  row(11, (k) => {
    const x = 7 + k * 10.6
    const top = 40 + k * 1.8
    const low = 86 - k * 0.6
    return (
      fill(k % 2 ? '#b5743a' : '#a5642e', `M${x} ${top}l8 .6v${low - top}l-8-.6z`) +
      fill('#d69a58', `M${x} ${top}l2.4.2v${low - top}l-2.4-.2z`)
    )
  }),
  fill('#3a2416', 'M4 50l120 9v2.4l-120-9zM4 77l120 4v2.4l-120-4z'),
  stroke('#8a5a30', 3, 'M30 30L70 52'),
  oval('#8a2f2a', 72, 53, 5),
  stroke('#8a5a30', 3, 'M106 26L84 54'),
  oval('#8a2f2a', 83, 56, 5),
].join('')

const calabash = [
  fill('#b0672a', 'M10 56c0 36 24 60 54 60s54-24 54-60z'),
  fill('#d08a3e', 'M16 58c2 30 20 50 44 52c-20-6-34-26-36-52z'),
  oval('#7a4218', 64, 56, 54, 15),
  oval('#4a2a14', 64, 58, 48, 11.5),
  fill('#6b4222', 'M18 60C24 70 104 70 110 60C104 64 92 63 64 63C36 63 24 64 18 60Z'),
  row(9, (k) => fill('#6a3814', `M${22 + k * 10} ${84 + 9 * Math.sin(((k + 0.5) / 9) * Math.PI)}l4-7l4 7l-4 7z`)),
  stroke('#6a3814', 1.6, 'M14 72C30 90 98 90 114 72'),
].join('')

const mortar = [
  fill('#8a5a34', 'M60 2h9l-1 66h-7z'),
  fill('#a8754a', 'M60 2h3l-.5 66h-1.500z'),
  fill('#6b4226', 'M30 60h70c0 22-8 32-22 38l16 26h-58l16-26c-14-6-22-16-22-38z'),
  fill('#8f5c36', 'M36 64c2 18 10 28 22 33l-14 25h-8l16-24c-12-6-18-16-20-33z'),
  oval('#4a2d1a', 65, 60, 35, 9),
  oval('#e9d9b0', 65, 62, 28, 6),
  fill('#8a5a34', 'M61 38h7.500l-.5 24h-6.500z'),
  stroke('#d9a93a', 2, 'M46 98C58 102 72 102 84 98'),
].join('')

const boubou = [
  fill(
    '#e9e2d0',
    'M44 14L8 40L4 104L24 108L30 74L28 122L100 122L98 74L104 108L124 104L120 40L84 14C78 24 50 24 44 14Z',
  ),
  fill('#cfc4aa', 'M30 74L28 122L36 122L36 56ZM98 74L100 122L92 122L92 56Z'),
  fill('#f7f2e6', 'M44 14L20 34L18 60L40 40L44 118L60 118L58 30C52 26 47 22 44 14Z'),
  fill('#c9952f', 'M44 14L64 52L84 14L90 18L64 68L38 18Z'),
  fill(
    '#c9952f',
    'M61 64h6v36h-6zM48 76l12 6l-12 6zM80 76l-12 6l12 6zM4 96l20 4v5l-20-4zM124 96l-20 4v5l20-4zM28 115h72v4h-72z',
  ),
].join('')

const cart = [
  fill('#8a5a34', 'M2 62l30 10l2-6l-31-9z'),
  fill('#a8754a', 'M22 48h96l-6 34h-84z'),
  fill('#7a4a28', 'M22 48h96l-1 5h-95zM25 64h90l-1 4h-88zM27 78h86l-1 4h-84z'),
  fill('#c2935c', 'M44 48h4l2 34h-4zM90 48h4l-1 34h-4z'),
  fill('#d9b877', 'M30 48c6-18 20-14 26-22c10 8 26-2 36 8c8 2 14 8 18 14z'),
  fill('#e9cf94', 'M40 46c6-10 14-8 20-14c8 6 18 0 26 6c-14 0-30 2-46 8z'),
  row(1, () => oval('#4a2d1a', 72, 94, 27) + oval('#8a5a34', 72, 94, 22) + oval('#e6d3b0', 72, 94, 18)),
  row(6, (k) =>
    stroke('#6b4226', 3, `M72 94L${72 + 21 * Math.cos((k * Math.PI) / 3)} ${94 + 21 * Math.sin((k * Math.PI) / 3)}`),
  ),
  oval('#4a2d1a', 72, 94, 5),
].join('')

const blackboard = [
  fill('#8a5a34', 'M28 96l-10 28h6l12-28zM100 96l10 28h-6l-12-28z'),
  fill('#9a6a3c', 'M6 12h116v88h-116z'),
  fill('#b5834e', 'M6 12h116v4h-116z'),
  fill('#24463c', 'M12 18h104v76h-104z'),
  fill('#2f5a4c', 'M12 18h104l-70 76h-34z'),
  row(4, (k) => stroke('#f1f4ee', 1.6, `M24 ${34 + k * 14}q8 -4 16 0t16 0t16 0`)),
  stroke('#f2d77a', 2, 'M92 36L104 62L80 62Z'),
  fill('#7a4a28', 'M10 96h108v5h-108z'),
  fill('#f6f2e6', 'M30 93h12v3h-12zM50 93h8v3h-8z'),
].join('')

const fan = [
  fill('#6a7078', 'M60 78h8v38h-8z'),
  oval('#4a5058', 64, 118, 30, 7),
  oval('#6a7078', 64, 116, 28, 5.5),
  oval('#dfe5ea', 64, 44, 41),
  oval('#b9c8d4', 64, 44, 38),
  row(4, (k) => {
    const a = (k * Math.PI) / 2 + 0.4
    const [x, y] = [64 + 20 * Math.cos(a), 44 + 20 * Math.sin(a)]
    return `<ellipse cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" rx="19" ry="10" fill="#4f86b8" transform="rotate(${(20 + k * 90).toFixed(0)} ${x.toFixed(1)} ${y.toFixed(1)})"/>`
  }),
  row(12, (k) =>
    stroke(
      '#f2f5f7',
      0.9,
      `M64 44L${(64 + 40 * Math.cos((k * Math.PI) / 6)).toFixed(1)} ${(44 + 40 * Math.sin((k * Math.PI) / 6)).toFixed(1)}`,
    ),
  ),
  oval('#39424a', 64, 44, 7),
  oval('#6a7078', 62, 42, 4),
].join('')

const fridge = [
  fill('#c2cbd2', 'M28 4h72c4 0 6 2 6 6v108c0 4-2 6-6 6h-72c-4 0-6-2-6-6v-108c0-4 2-6 6-6z'),
  fill('#eef2f4', 'M28 6h66c4 0 6 2 6 6v32h-76v-34c0-2 2-4 4-4zM24 48h76v66c0 4-2 6-6 6h-64c-4 0-6-2-6-6z'),
  fill('#ffffff', 'M28 8h22v36h-24v-30c0-4 0-6 2-6zM24 48h20v70h-14c-4 0-6-2-6-6z'),
  fill('#8a949c', 'M88 24h5v16h-5zM88 54h5v26h-5z'),
  fill('#5a636a', 'M30 124h10v3h-10zM88 124h10v3h-10z'),
].join('')

const stool = [
  fill('#6b4226', 'M8 30c18 16 94 16 112 0l2 10c-16 18-100 18-116 0z'),
  fill('#8f5c36', 'M8 28c18 14 94 14 112 0c-4 18-108 18-112 0z'),
  fill('#5a3720', 'M30 48h16l-4 56h-16zM82 48h16l4 56h-16zM54 50h20v52h-20z'),
  fill('#7d4f2e', 'M30 48h5l-4 56h-5zM82 48h5l3 56h-5zM54 50h6v52h-6z'),
  fill('#d9a93a', 'M56 66l8-8l8 8l-8 8zM56 86l8-8l8 8l-8 8z'),
  fill('#6b4226', 'M10 104c20-6 88-6 108 0l2 12c-20 8-92 8-112 0z'),
  fill('#8f5c36', 'M10 104c20-6 88-6 108 0c-20 6-88 6-108 0z'),
].join('')

const mat = [
  fill('#d2a95e', 'M26 44h76l26 60h-128z'),
  row(7, (k) => fill(k % 2 ? '#b0522e' : '#2f6a7c', `M${30 + k * 10.6} 44h4.400l${(k - 3) * 7.2} 60h-7.400z`)),
  row(9, (k) => stroke('#e9cf94', 0.8, `M${26 - k * 2.9} ${47 + k * 6.6}L${102 + k * 2.9} ${47 + k * 6.6}`)),
  fill('#8a3f22', 'M26 44h76l1.500 3.500h-79zM0 104h128l-1.800-4h-124.400z'),
].join('')

const oilLantern = [
  stroke('#6a7078', 3, 'M40 40C40 2 88 2 88 40'),
  fill('#8a2f2a', 'M46 30h36l6 12h-48z'),
  fill('#b8453c', 'M50 20h28l4 12h-36z'),
  fill('#fff3c4', 'M42 42h44c8 18 6 34-4 46h-36c-10-12-12-28-4-46z', ' opacity=".85"'),
  oval('#ffd873', 64, 70, 13, 19),
  fill('#f28b1f', 'M64 46c10 12 10 22 6 30c-3 5-9 5-12 0c-4-8-4-18 6-30z'),
  fill('#fff6d0', 'M64 60c4 6 4 11 2 15c-1 2-3 2-4 0c-2-4-2-9 2-15z'),
  stroke('#6a7078', 2.6, 'M40 42C30 62 34 80 44 90M88 42C98 62 94 80 84 90'),
  fill('#8a2f2a', 'M42 88h44l10 18v14h-64v-14z'),
  fill('#b8453c', 'M42 88h14l-8 32h-16v-14z'),
].join('')

const guineaFowl = [
  stroke('#c98a3c', 3.4, 'M58 100L54 122M78 100L80 122'),
  fill('#c98a3c', 'M44 120h18v4h-18zM70 120h18v4h-18z'),
  fill('#39424e', 'M34 44c4 14 10 18 28 16c30-2 56 10 62 34c-12 6-20 4-26 2c-10 12-44 14-58-2c-14-14-14-34-6-50z'),
  fill('#4c5866', 'M44 62c18 2 44 2 62 20c-14 10-40 10-56 0c-8-6-10-14-6-20z'),
  row(26, (k) => oval('#eef1f4', 44 + ((k * 17) % 66), 64 + ((k * 11) % 34), 1.5)),
  fill('#39424e', 'M28 22c-2 10 2 22 8 30l10-4c-4-8-6-18-6-24z'),
  oval('#8fb6cc', 33, 22, 9, 9),
  fill('#c98a3c', 'M31 14l4-10l5 11z'),
  fill('#d8432f', 'M26 28c-4 2-5 7-2 9c4 0 6-4 6-8z'),
  fill('#e0a040', 'M24 20l-11 5l12 3z'),
  oval('#1a1d22', 31, 20, 1.9),
].join('')

const talkingDrum = [
  stroke('#6b4226', 4, 'M96 22L122 8'),
  fill('#6b4226', 'M20 26h76c-4 20-22 28-22 40s18 20 22 38h-76c4-18 22-26 22-38s-18-20-22-40z'),
  row(9, (k) => stroke('#e6cf9a', 1.7, `M${22 + k * 9} 28Q${49 + k * 2.2} 66 ${22 + k * 9} 102`)),
  fill('#b0522e', 'M42 61h32v9h-32z'),
  oval('#4a2d1a', 58, 104, 38, 10),
  oval('#4a2d1a', 58, 26, 38, 10),
  oval('#f0dfc0', 58, 25, 34, 8),
  oval('#fbf1dc', 52, 24, 20, 4.5),
].join('')

const own = (
  name: string,
  family: string,
  names: readonly [string, string, string, string],
  body: string,
): OwnDrawing => ({
  name,
  family,
  fr: names[0],
  en: names[1],
  tagsFr: names[2],
  tagsEn: names[3],
  body,
})

export const OWN_DRAWINGS: readonly OwnDrawing[] = [
  own('kora', 'instrument', ['kora', 'kora', 'griot|harpe-luth', 'griot|harp lute'], kora),
  own('balafon', 'instrument', ['balafon', 'balafon', 'griot|xylophone', 'griot|xylophone'], balafon),
  own('talking-drum', 'instrument', ['tambour parlant', 'talking drum', 'tama|griot', 'tama|griot'], talkingDrum),
  own('calabash', 'thing', ['calebasse', 'calabash', 'bol|gourde', 'bowl|gourd'], calabash),
  own('mortar', 'thing', ['mortier et pilon', 'mortar and pestle', 'pilon|mil', 'pestle|millet'], mortar),
  own('boubou', 'clothes', ['boubou', 'boubou', 'bazin|habit', 'bazin|robe'], boubou),
  own('cart', 'vehicle', ['charrette', 'cart', 'roue|âne', 'wheel|donkey'], cart),
  own('blackboard', 'furniture', ['tableau noir', 'blackboard', 'classe|école', 'class|school'], blackboard),
  own('fan', 'furniture', ['ventilateur', 'electric fan', 'air', 'air'], fan),
  own('fridge', 'furniture', ['réfrigérateur', 'fridge', 'frigo|cuisine', 'kitchen'], fridge),
  own('stool', 'furniture', ['tabouret', 'stool', 'bois|siège', 'wood|seat'], stool),
  own('mat', 'furniture', ['natte', 'mat', 'sol', 'floor'], mat),
  own('oil-lantern', 'thing', ['lampe à pétrole', 'oil lantern', 'lumière|nuit', 'light|night'], oilLantern),
  own('guinea-fowl', 'bird', ['pintade', 'guinea fowl', 'volaille', 'poultry'], guineaFowl),
]
