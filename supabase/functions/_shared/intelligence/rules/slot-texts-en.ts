import type { SlotTexts } from './slot-texts.ts'

const neutralColours = 'nuanced hues, gentle contrasts'
const neutralDetails = 'rich materials and crisp outlines'
const neutralMood = 'immersive atmosphere'

export const slotTextsEn: SlotTexts = {
  composition: {
    scene: [
      'wide shot, horizon on the lower third, detailed foreground',
      'panoramic view, depth in several planes',
      'layered framing, from the foreground to the distance',
    ],
    subject: [
      'medium shot, centred subject, softened backdrop',
      'eye-level framing, subject on one third',
      'tight framing, discreet backdrop',
    ],
    boundless: ['panoramic view, depth in several planes', 'layered framing, from the foreground to the distance'],
    abstract: [
      'balanced composition, interlocking shapes, room around the centre',
      'balanced composition, regular rhythm',
    ],
  },
  light: {
    dawn: ['first pink light of dawn, delicate shadows', 'soft morning light', 'soft low lighting'],
    day: ['full sun, clear shadows', 'natural diffuse lighting'],
    sunset: [
      'low golden light, long warm shadows',
      'backlit by the setting sun, orange glow',
      'low lighting, long shadows',
    ],
    dusk: ['blue hour, last glow on the horizon', 'dimmed lighting of the end of the day'],
    night: [
      'bluish moonlight with warm points of light',
      'deep night, strong contrasts',
      'sparse lighting, strong contrasts',
    ],
    veiled: ['veiled lighting, gentle shadows'],
    space: ['faraway glow of celestial bodies, deep contrasts', 'sparse lighting, deep contrasts'],
    underwater: ['lighting filtered by the water, moving reflections', 'filtered lighting, gentle shadows'],
    subject: ['gentle side lighting, modelled volumes'],
  },
  colours: {
    dawn: ['peach, pale pink and grey-blue palette', 'pale and fresh hues', neutralColours],
    day: ['sky blue, fresh green and white palette', 'fresh palette, gentle contrasts', neutralColours],
    sunset: ['orange, apricot and violet palette', 'amber, pink and mauve palette', neutralColours],
    dusk: ['mauve, teal and apricot palette', neutralColours],
    night: ['deep blue, indigo and amber palette', neutralColours],
    veiled: ['grey-blue, slate and white palette', neutralColours],
    abstract: ['turquoise, ochre and deep blue palette', 'terracotta, indigo and cream palette', neutralColours],
  },
  familyColours: {
    underwater: ['turquoise and deep blue palette', neutralColours],
    forest: ['palette of deep greens and browns', neutralColours],
    mountain: ['pale blue, grey and white palette', neutralColours],
    space: ['deep blue, violet and gold palette', neutralColours],
    desert: ['ochre, terracotta and pale blue palette', neutralColours],
    field: ['palette of fresh greens and yellows', neutralColours],
  },
  details: {
    sea: ['reflections on the waves', 'fine foam and spray', neutralDetails],
    lake: ['reflections on the surface, reeds along the edge', neutralDetails],
    underwater: ['suspended particles, visible currents', neutralDetails],
    forest: ['moss, foliage and suspended motes', 'rough bark and moss', neutralDetails],
    mountain: ['rocky ridges and fine snow', 'crisp ridges and scree', neutralDetails],
    city: ['weathered facades, everyday scenes', neutralDetails],
    space: ['stardust and distant nebulae', neutralDetails],
    desert: ['ripples in the sand', 'cracked soil, tall grass', neutralDetails],
    field: ['stems and petals in the foreground', neutralDetails],
    default: [neutralDetails],
  },
  mood: {
    sea: ['soothing atmosphere', neutralMood],
    lake: ['peaceful atmosphere', neutralMood],
    underwater: ['hushed atmosphere', neutralMood],
    forest: ['mysterious atmosphere', 'hushed atmosphere', neutralMood],
    mountain: ['majestic atmosphere', neutralMood],
    city: ['lively atmosphere', neutralMood],
    space: ['sense of vastness', neutralMood],
    desert: ['silence and heat', 'sense of vastness', neutralMood],
    field: ['serene atmosphere', neutralMood],
    default: [neutralMood],
    storm: ['intense atmosphere', neutralMood],
  },
  style: {
    scene: [
      'digital painting with visible brush strokes',
      'painted illustration on canvas',
      'watercolour with bleeding edges',
    ],
    subject: ['digital painting with visible brush strokes', 'painted illustration, precise outlines'],
    abstract: ['matte gouache in bold flat areas', 'ink and gouache, bold flat areas'],
  },
  paletteOfReference: 'palette taken from the reference',
  avoided: [
    {
      text: 'text',
      unless: /text|letter|inscription|\bwords?\b|title|slogan|logo|typograph|writ|calligraph|poster|cover/i,
    },
    { text: 'watermark', unless: /watermark/i },
    { text: 'blur', unless: /blur|bokeh|mist|fog|haze|softened|diffuse|bleeding/i },
    { text: 'deformations', unless: /deform|distort|surreal|cubis|glitch/i },
    { text: 'underexposed', unless: /dark|night|backlit|silhouette/i, onlyForPhotos: true },
  ],
}
