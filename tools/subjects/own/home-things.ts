// Things of the house and the market of our own, for those that the package has only as a sign or not at all.
import type { OwnDrawing } from './drawings.ts'
import { fill, oval, row, stroke } from './pens.ts'

const bottle = [
  fill('#5f8f7a', 'M55 6h18v24c0 12 15 15 15 34v50c0 6-4 10-10 10h-28c-6 0-10-4-10-10v-50c0-19 15-22 15-34z'),
  fill(
    '#9c2340',
    'M42.500 62c3-6 5-9 7-12h29c2 3 4 6 7 12c1 4 1 8 1 10v42c0 5-3 8-8 8h-28c-5 0-8-3-8-8v-42c0-3 0-6 0-10z',
  ),
  fill('#7a1730', 'M74 50h4.500c3 4 6 9 7.500 14v50c0 5-3 8-8 8h-9c6-10 8-40 5-72z'),
  fill('#c24a63', 'M48 62c2-5 4-8 6-11h3c-3 8-5 22-5 40c0 12 1 20 2 26c-4 0-7-2-7-6z'),
  fill('#f1e6cf', 'M42 78h44v26h-44z'),
  fill('#d8c8a4', 'M72 78h14v26h-18c4-6 5-16 4-26z'),
  oval('#b8453c', 62, 91, 9, 9),
  fill('#5f8f3c', 'M62 82c4-4 9-3 11 0c-4 3-8 3-11 0z'),
  fill('#8fb8a6', 'M57 14h4v18c0 8-6 12-10 18c2-10 6-12 6-20z'),
  fill('#c9a24a', 'M54 2h20v12h-20z'),
  fill('#e6c877', 'M54 2h6v12h-6z'),
].join('')

const deskLamp = [
  oval('#23282e', 56, 117, 33, 8),
  oval('#3a424b', 56, 114, 33, 8),
  oval('#4d5762', 50, 112, 20, 4),
  stroke('#3a424b', 5, 'M58 112L36 68'),
  stroke('#3a424b', 5, 'M36 68L78 32'),
  stroke('#5d6874', 1.6, 'M56 108L36 70L74 36'),
  oval('#23282e', 36, 68, 5),
  fill('#b8372f', 'M72 22C82 16 94 18 100 26L122 50C112 64 94 72 76 68L70 34C69 29 69 25 72 22Z'),
  fill('#d65a4c', 'M72 24C80 19 90 20 96 26C86 28 80 42 80 66L76 67L70 34C69 30 70 26 72 24Z'),
  fill('#8f2822', 'M100 26L122 50C116 58 108 63 99 66C106 54 106 40 100 26Z'),
  fill('#fff6d6', 'M76 68C94 72 112 64 122 50C124 56 104 76 76 68Z'),
].join('')

const armchair = [
  fill('#3a2a20', 'M22 112h9v12h-9zM97 112h9v12h-9z'),
  fill('#8f3a34', 'M28 34C28 18 44 10 64 10C84 10 100 18 100 34V92H28Z'),
  fill('#a94a42', 'M33 36C33 22 47 15 64 15C81 15 95 22 95 36V84H33Z'),
  fill('#c0645a', 'M36 38C36 26 48 19 62 18C48 26 44 40 44 66H36Z'),
  row(3, (k) => oval('#7d302b', 50 + k * 14, 36, 1.8) + oval('#7d302b', 50 + k * 14, 56, 1.8)),
  fill('#8f3a34', 'M26 84h76v30H26Z'),
  fill('#b5544b', 'M30 72C44 68 84 68 98 72V92H30Z'),
  fill('#cc7268', 'M30 72C44 68 84 68 98 72L97 77C84 73 46 73 31 77Z'),
  fill('#7d302b', 'M30 92h68v4H30Z'),
  fill(
    '#a0423b',
    'M10 66C10 56 16 52 23 52C31 52 35 58 35 66V114H10ZM93 66C93 58 97 52 105 52C112 52 118 56 118 66V114H93Z',
  ),
  fill(
    '#c0645a',
    'M13 66C13 59 17 55 23 55C27 55 30 57 31 61C24 59 18 62 16 70V108H13ZM96 66C96 59 100 55 106 55C110 55 113 57 114 61C107 59 101 62 99 70V108H96Z',
  ),
].join('')

const hammock = [
  fill('#5a3f2a', 'M4 14h9v110h-9zM115 14h9v110h-9z'),
  fill('#7a5638', 'M4 14h3.500v110h-3.500zM115 14h3.500v110h-3.500z'),
  row(7, (k) => stroke('#e6d8bc', 1, `M11 34L${28 + k * 1.5} ${44 + k * 4.5}M117 34L${100 - k * 1.5} ${44 + k * 4.5}`)),
  fill('#2f6a7c', 'M26 40C40 66 88 66 102 40C104 66 92 96 64 97C36 96 24 66 26 40Z'),
  fill(
    '#c9772f',
    'M27 52C34 78 50 90 64 90C78 90 94 78 101 52C102 60 100 68 96 76C88 90 76 95 64 95C52 95 40 90 32 76C28 68 26 60 27 52Z',
  ),
  fill(
    '#f1e2c0',
    'M30 64C38 82 52 88 64 88C76 88 90 82 98 64C97 68 96 71 94 75C86 88 74 92 64 92C54 92 42 88 34 75C32 71 31 68 30 64Z',
  ),
  fill('#245463', 'M26 40C40 66 88 66 102 40C98 60 84 70 64 70C44 70 30 60 26 40Z'),
  fill('#f4ece0', 'M34 52C40 46 54 50 58 60C52 66 40 62 34 52Z'),
].join('')

const chefHat = [
  fill('#f1efe9', 'M30 70C4 64 6 30 34 32C42 6 86 6 94 32C122 30 124 64 98 70L96 112H32Z'),
  fill('#cfcdc6', 'M30 70C4 64 6 30 34 32C26 44 30 58 40 66L44 112H32Z'),
  stroke('#cfcdc6', 2.4, 'M50 70L52 96M64 68L64 96M78 70L76 96'),
  fill('#dedcd4', 'M31 96H97L96 114H32Z'),
  fill('#fbfaf6', 'M44 24C52 14 72 12 82 20C68 20 54 26 48 38Z'),
].join('')

const cowrie = (x: number, y: number, tilt: number, size: number) =>
  `<g transform="translate(${x} ${y}) rotate(${tilt}) scale(${size})">${[
    oval('#b3987a', 0, 2, 15, 11),
    oval('#efe2cb', 0, 0, 15, 11),
    oval('#fbf5e8', -3, -3, 9, 5),
    fill('#4a3424', 'M-11 1C-5 -2 5 -2 11 1C5 4 -5 4 -11 1Z'),
    row(7, (k) =>
      stroke('#efe2cb', 1.3, `M${-8 + k * 2.7} -2L${-8 + k * 2.7} 0.500M${-8 + k * 2.7} 3.500L${-8 + k * 2.7} 1.700`),
    ),
  ].join('')}</g>`

const cowries = [
  fill('#8f2622', 'M4 84C20 66 108 64 124 84C128 100 100 118 64 118C28 118 0 100 4 84Z'),
  fill('#b5362f', 'M6 82C24 68 106 66 122 82C122 96 98 112 64 112C30 112 6 96 6 82Z'),
  stroke('#8f2622', 2, 'M18 92C36 104 60 106 76 104M70 76C88 76 104 82 112 88'),
  cowrie(36, 84, 20, 0.9),
  cowrie(62, 80, -35, 0.9),
  cowrie(90, 84, 12, 0.9),
  cowrie(52, 97, -8, 1),
  cowrie(80, 99, 40, 1),
].join('')

const friedPlantain = [
  oval('#9aa2a8', 64, 98, 56, 17),
  oval('#e9e5da', 64, 92, 60, 19),
  oval('#f6f3ea', 64, 90, 50, 14),
  row(22, (k) => {
    const x = 30 + ((k * 31) % 68)
    const y = 90 - ((k * 17) % 30) * (1 - Math.abs(x - 64) / 60)
    const tilt = ((k * 47) % 80) - 40
    return `<g transform="translate(${x} ${y.toFixed(1)}) rotate(${tilt})">${oval('#8a4a14', 0, 1.4, 10.5, 6.2)}${oval('#d98a1f', 0, 0, 10.5, 6)}${oval('#f0b23c', -1, -0.8, 7.5, 3.8)}${oval('#c87618', 2, 0.6, 2.6, 1.3)}</g>`
  }),
  fill('#b8372f', 'M92 88C100 82 110 84 112 90C106 96 96 96 92 88Z'),
  fill('#5f8f3c', 'M110 84C113 81 116 81 118 83C116 86 113 87 111 86Z'),
].join('')

const throne = [
  fill('#5a371d', 'M24 84h10v40h-10zM94 84h10v40h-10z'),
  fill('#c9962f', 'M34 8C40 16 46 10 52 4C56 10 60 12 64 2C68 12 72 10 76 4C82 10 88 16 94 8V92H34Z'),
  fill('#8f2f2a', 'M42 24C50 18 78 18 86 24V84H42Z'),
  fill('#b5463e', 'M45 26C52 21 66 20 72 21C58 28 52 46 52 80H45Z'),
  row(5, (k) => oval('#e8c15a', 46 + k * 9, 14, 2.2)),
  fill('#7a4a26', 'M20 78h88v16h-88z'),
  fill('#8f2f2a', 'M26 70C44 64 84 64 102 70V84H26Z'),
  fill('#b5463e', 'M26 70C44 64 84 64 102 70L100 74C84 69 44 69 28 74Z'),
  fill('#c9962f', 'M14 50h16c2 0 3 3 3 6v38h-18v-36c-3-2-4-8-1-8zM98 50h16c3 0 2 6-1 8v36h-18v-38c0-3 1-6 3-6z'),
  fill('#e8c15a', 'M16 52h6v40h-6zM99 52h6v40h-6z'),
  fill('#7a4a26', 'M18 94h92v4h-92z'),
].join('')

const astronaut = [
  fill('#98a1aa', 'M38 46h52v44h-52z'),
  fill('#dde2e5', 'M46 84L43 116L60 116L63.500 92L67 116L84 116L81 84Z'),
  fill('#bcc4ca', 'M46 84L43 116L50 116L54 92ZM67 116L73 116L70 94L65 90Z'),
  fill('#87919a', 'M42 113h20c3 0 2 10 0 10h-25c-3 0-1-9 5-10zM66 113h20c6 1 8 10 5 10h-25c-2 0-3-10 0-10z'),
  fill(
    '#e4e8ea',
    'M44 50C34 54 27 70 27 85L39 89C41 77 46 68 50 62ZM84 50C94 54 101 70 101 85L89 89C87 77 82 68 78 62Z',
  ),
  fill('#bcc4ca', 'M44 50C34 54 27 70 27 85L31 86.500C32 74 38 62 46 56Z'),
  fill('#b8372f', 'M29 73L42 77L41 81L28 77ZM99 73L86 77L87 81L100 77Z'),
  oval('#87919a', 33, 90, 7),
  oval('#87919a', 95, 90, 7),
  fill('#eef1f2', 'M44 48C52 44 76 44 84 48C88 62 86 78 82 90C72 95 56 95 46 90C42 78 40 62 44 48Z'),
  fill('#ccd3d8', 'M44 48C40 62 42 78 46 90C50 92 54 93 58 94C52 80 50 62 52 46Z'),
  fill('#aab4bc', 'M54 62h20v15h-20z'),
  oval('#b8372f', 59, 67, 2),
  oval('#3f6f8c', 65, 67, 2),
  stroke('#7d878f', 1.4, 'M57 72.500h14'),
  stroke('#ccd3d8', 2.4, 'M74 70C80 74 82 80 80 88'),
  oval('#eef1f2', 64, 28, 24, 24),
  fill('#ccd3d8', 'M40 28C40 42 50 52 64 52C54 46 47 38 47 26C47 18 51 10 57 5C47 8 40 17 40 28Z'),
  fill('#6d4a14', 'M46 28C46 16 55 11 66 11C78 11 85 19 85 29C85 40 77 45 66 45C54 45 46 40 46 28Z'),
  fill(
    '#b9822a',
    'M48.500 28C48.500 18 56 13.500 66 13.500C77 13.500 82.500 20 82.500 29C82.500 38 76 42.500 66 42.500C55 42.500 48.500 38 48.500 28Z',
  ),
  fill('#f0d188', 'M53 24C56 17 66 15 73 18C64 19 57 23 54 31Z'),
  fill('#7d5316', 'M55 38C66 41 77 38 82 31C80 40 74 42.500 66 42.500C62 42.500 58 41.500 55 38Z'),
].join('')

/** Two who hold each other by the shoulders, feet apart. */
function wrestler(skin: string, shade: string, cloth: string): string {
  return [
    fill(shade, 'M20 74C30 74 40 80 42 88C38 98 30 108 24 116L12 117C14 104 14 88 20 74Z'),
    fill(shade, 'M8 114C14 112 22 113 25 117C24 121 12 122 4 121C3 118 5 115 8 114Z'),
    fill(skin, 'M24 70C36 66 50 74 56 84C60 92 58 100 54 108L58 118H46C44 108 44 102 42 96C36 90 28 84 22 80Z'),
    fill(skin, 'M45 115C51 113 58 114 64 119C63 122 52 122.500 45 121Z'),
    fill(shade, 'M44 96C46 104 47 110 48 117H44C43 108 42 102 40 95Z'),
    fill(skin, 'M18 74C16 58 22 42 34 32C42 28 52 30 56 36C58 44 54 52 50 60C48 68 44 76 40 80C32 82 22 80 18 74Z'),
    fill(shade, 'M18 74C16 58 22 42 34 32C28 46 26 62 30 80C24 80 20 78 18 74Z'),
    stroke(shade, 1.6, 'M50 44C46 50 42 54 38 56M46 62C42 64 38 66 36 70'),
    fill(cloth, 'M17 68C26 74 38 75 47 69C52 74 55 82 52 90C44 95 30 94 20 88C15 82 14 74 17 68Z'),
    fill(shade, 'M17 68C20 72 24 73 27 74C24 80 25 86 28 92C22 91 18 87 16 82C15 76 15 72 17 68Z'),
    fill('#f2e8d4', 'M16.500 67C26 73 38 74 47.500 68L48 72.500C38 78.500 26 78 16 72Z'),
    fill(cloth, 'M30 90C34 94 38 95 41 94L39 106C36 107 33 106 31 104Z'),
    fill(skin, 'M40 34C50 32 64 36 78 46C82 49 84 53 80 55C68 54 54 50 44 46Z'),
    fill(shade, 'M44 46C54 50 68 54 80 55C78 58 74 58 70 57C60 55 50 52 44 49Z'),
    fill(skin, 'M74 46C79 44 85 47 86 51C86 55 82 57 78 56C74 54 72 49 74 46Z'),
    stroke(shade, 1, 'M80 47L84 51M78 49L82 54'),
    fill(skin, 'M38 32C38 26 42 22 48 24L54 30C54 36 48 40 42 38Z'),
    fill(skin, 'M40 18C40 9 47 4 54 5C62 6 66 12 65 19L67.500 23.500L65 25L65 29C64 33 58 34 53 33C45 31 40 26 40 18Z'),
    fill(shade, 'M40 18C41 26 46 31 53 33C57 34 62 33.500 64 31C58 31 52 29 48 24C46 21 46 17 47 13Z'),
    fill(
      '#1c1512',
      'M39 20C37 8 46 1 55 2C61 2.500 65 6 66 11C61 8 55 8 51 10C50 15 48 18 45 20C44 23 42 24 40.500 23Z',
    ),
    oval(skin, 46, 20.5, 2.4, 3.2),
    oval('#f4ece2', 60.4, 17.4, 1.9, 1.25) + oval('#15100c', 61, 17.4, 1.05),
    stroke('#1c1512', 1.1, 'M57.500 14.200C59.500 13.200 62 13.300 64 14.500'),
    stroke('#4a2a20', 1.2, 'M60 27.600C62 27.800 63.500 27.400 64.800 26.800'),
  ].join('')
}

const wrestlers = `<g transform="translate(-1 8) scale(.9 .93)">${wrestler('#7d5238', '#5f3c28', '#2f5f9c')}</g><g transform="translate(129 8) scale(-.9 .93)">${wrestler('#6a4430', '#4d3122', '#b8432f')}</g>`

/** Before the other one comes. */
const wrestlerAlone = `<g transform="translate(18 8) scale(.9 .93)">${wrestler('#7d5238', '#5f3c28', '#2f5f9c')}</g>`

/** In folds on the ground, with its floats. */
const fishingNet = [
  fill('#4f7f86', 'M6 116C4 96 18 78 34 72C48 52 78 50 92 70C108 76 124 94 122 116C96 124 32 124 6 116Z'),
  fill(
    '#3b656c',
    'M6 116C4 96 18 78 34 72C30 90 40 104 36 119C24 119 14 118 6 116ZM92 70C88 88 98 104 92 119C104 119 114 118 122 116C124 94 108 76 92 70Z',
  ),
  row(9, (k) => stroke('#a9c9c4', 0.9, `M${14 + k * 12.5} 118C${30 + k * 8} 100 ${42 + k * 5} 84 ${46 + k * 4.5} 66`)),
  row(9, (k) => stroke('#a9c9c4', 0.9, `M${114 - k * 12.5} 118C${98 - k * 8} 100 ${86 - k * 5} 84 ${82 - k * 4.5} 66`)),
  row(4, (k) =>
    stroke(
      '#8fb3af',
      0.8,
      `M${14 + k * 7} ${108 - k * 11}C44 ${100 - k * 11} 84 ${100 - k * 11} ${114 - k * 7} ${108 - k * 11}`,
    ),
  ),
  row(
    7,
    (k) =>
      oval('#e0832f', 12 + k * 17.5, 114 + (k % 2) * 4, 5, 3.6) +
      oval('#f2a85c', 11 + k * 17.5, 113 + (k % 2) * 4, 2.4, 1.5),
  ),
].join('')

const sewingTable = [
  fill('#23262a', 'M16 78h6l10 44h-6zM106 78h6l-10 44h-6zM24 108h80v4h-80z'),
  stroke('#23262a', 2.6, 'M20 84C44 92 84 92 108 84M28 104C44 92 84 92 100 104'),
  oval('#23262a', 64, 98, 12),
  oval('#6a7078', 64, 98, 8.5),
  oval('#23262a', 64, 98, 4),
  fill('#3a3f46', 'M40 114h48l4 8h-56z'),
  fill('#6b4024', 'M4 70h120v9h-120z'),
  fill('#9a6236', 'M4 70h120v3.500h-120z'),
  fill('#2f7fb8', 'M4 66C20 60 34 64 46 68L70 66V74C60 84 44 82 36 92C30 86 12 88 4 78Z'),
  fill('#f2b02e', 'M10 68C20 64 30 67 38 70L34 73C26 70 18 70 11 72Z'),
  fill('#1f2226', 'M26 62h76v8h-76zM82 22h18v42h-18zM30 24c0-7 5-10 11-10h50c7 0 9 4 9 10v9h-58l-2 11h-10z'),
  fill('#3d444c', 'M34 19c2-3 5-4 9-4h46c4 0 7 2 8 4z'),
  fill('#d9a93a', 'M46 23h38v2h-38zM30 65h66v1.600h-66zM86 40h8v2h-8z'),
  oval('#c0c6cc', 104, 34, 5.5, 12),
  oval('#6a7078', 104, 34, 2.4, 6),
  fill('#c0c6cc', 'M34 42h5v14h-5zM35.500 56h2v8h-2zM30 62h13v3h-13z'),
  fill('#d8452f', 'M58 4h9v10h-9z'),
  fill('#f2b02e', 'M57 2.500h11v2.500h-11z'),
].join('')

const own = (name: string, family: string, names: readonly [string, string, string, string], body: string) =>
  ({ name, family, fr: names[0], en: names[1], tagsFr: names[2], tagsEn: names[3], body }) satisfies OwnDrawing

export const OWN_HOME_THINGS: readonly OwnDrawing[] = [
  own('bottle', 'drink', ['bouteille', 'bottle', 'boisson|jus', 'drink|juice'], bottle),
  own('desk-lamp', 'thing', ['lampe de bureau', 'desk lamp', 'lampe|lumière', 'lamp|light'], deskLamp),
  own('armchair', 'furniture', ['fauteuil', 'armchair', 'salon|siège', 'living room|seat'], armchair),
  own('net-with-handle', 'thing', ['filet de pêche', 'fishing net', 'filet|pêche', 'net|fishing'], fishingNet),
  own('chef-hat', 'clothes', ['toque', 'chef hat', 'cuisine|chef', 'kitchen|chef'], chefHat),
  own('hammock', 'furniture', ['hamac', 'hammock', 'repos|sieste', 'rest|nap'], hammock),
  own('cowries', 'thing', ['cauris', 'cowries', 'coquillage|divination', 'shell'], cowries),
  own('fried-plantain', 'food', ['alloco', 'fried plantain', 'banane plantain|plat', 'plantain|dish'], friedPlantain),
  own('throne', 'furniture', ['trône', 'throne', 'roi|siège', 'king|seat'], throne),
  own('astronaut', 'fantasy', ['astronaute', 'astronaut', 'espace|cosmonaute', 'space'], astronaut),
  own('people-wrestling', 'sport', ['lutteurs', 'wrestlers', 'lutte|sport', 'wrestling|sport'], wrestlers),
  own('wrestler', 'sport', ['lutteur', 'wrestler', 'lutte|sport', 'wrestling|sport'], wrestlerAlone),
  own(
    'sewing-machine',
    'thing',
    ['machine à coudre', 'sewing machine', 'couture|tailleur', 'sewing|tailor'],
    sewingTable,
  ),
]
