import type { SlotTexts } from './slot-texts.ts'

const neutralColours = 'teintes nuancées, contrastes doux'
const neutralDetails = 'matières riches et contours nets'
const neutralMood = 'atmosphère immersive'

export const slotTextsFr: SlotTexts = {
  composition: {
    scene: [
      'plan large, ligne d’horizon au tiers inférieur, premier plan détaillé',
      'vue panoramique, profondeur en plusieurs plans',
      'cadrage étagé, du premier plan au lointain',
    ],
    subject: [
      'plan rapproché, sujet centré, arrière-plan estompé',
      'cadrage à hauteur des yeux, sujet sur un tiers',
      'cadrage serré, arrière-plan discret',
    ],
    boundless: ['vue panoramique, profondeur en plusieurs plans', 'cadrage étagé, du premier plan au lointain'],
    abstract: [
      'composition équilibrée, formes imbriquées, respiration autour du centre',
      'composition équilibrée, rythme régulier',
    ],
  },
  light: {
    dawn: ['première lumière rosée de l’aube, ombres légères', 'lumière douce du matin', 'éclairage doux et rasant'],
    day: ['grand soleil, ombres marquées', 'éclairage naturel et diffus'],
    sunset: [
      'lumière dorée rasante, longues ombres chaudes',
      'contre-jour du soleil couchant, halos orangés',
      'éclairage rasant, longues ombres',
    ],
    dusk: ['heure bleue, dernières lueurs à l’horizon', 'éclairage tamisé de fin de journée'],
    night: [
      'clair de lune bleuté, points lumineux chauds',
      'nuit profonde, contrastes marqués',
      'éclairage rare, contrastes marqués',
    ],
    veiled: ['éclairage voilé, ombres douces'],
    space: ['éclat lointain des astres, contrastes profonds', 'éclairage rare, contrastes profonds'],
    underwater: ['éclairage filtré par l’eau, reflets mouvants', 'éclairage filtré, ombres douces'],
    subject: ['éclairage latéral doux, volumes modelés'],
  },
  colours: {
    dawn: ['palette pêche, rose pâle et bleu gris', 'teintes pâles et fraîches', neutralColours],
    day: ['palette bleu ciel, vert tendre et blanc', 'palette fraîche, contrastes doux', neutralColours],
    sunset: ['palette orange, abricot et violet', 'palette ambre, rose et mauve', neutralColours],
    dusk: ['palette mauve, bleu pétrole et abricot', neutralColours],
    night: ['palette bleu nuit, indigo et touches ambrées', neutralColours],
    veiled: ['palette gris bleu, ardoise et blanc', neutralColours],
    abstract: ['palette turquoise, ocre et bleu profond', 'palette terracotta, indigo et crème', neutralColours],
  },
  familyColours: {
    underwater: ['palette turquoise et bleu profond', neutralColours],
    forest: ['palette de verts profonds et de bruns', neutralColours],
    mountain: ['palette bleu pâle, gris et blanc', neutralColours],
    space: ['palette bleu nuit, violet et or', neutralColours],
    desert: ['palette ocre, terracotta et bleu pâle', neutralColours],
    field: ['palette de verts tendres et de jaunes', neutralColours],
  },
  details: {
    sea: ['reflets sur les vagues', 'écume fine et embruns', neutralDetails],
    lake: ['reflets à la surface, roseaux au bord', neutralDetails],
    underwater: ['particules en suspension, courants visibles', neutralDetails],
    forest: ['mousse, feuillage et particules en suspension', 'écorces rugueuses et mousse', neutralDetails],
    mountain: ['arêtes rocheuses et neige fine', 'arêtes vives et éboulis', neutralDetails],
    city: ['façades patinées, scènes du quotidien', neutralDetails],
    space: ['poussière d’étoiles et nébuleuses lointaines', neutralDetails],
    desert: ['rides du sable', 'sol craquelé, hautes herbes', neutralDetails],
    field: ['brins et pétales au premier plan', neutralDetails],
    default: [neutralDetails],
  },
  mood: {
    sea: ['atmosphère apaisante', neutralMood],
    lake: ['atmosphère paisible', neutralMood],
    underwater: ['atmosphère feutrée', neutralMood],
    forest: ['atmosphère mystérieuse', 'atmosphère feutrée', neutralMood],
    mountain: ['atmosphère majestueuse', neutralMood],
    city: ['atmosphère vivante', neutralMood],
    space: ['sentiment d’immensité', neutralMood],
    desert: ['silence et chaleur', 'sentiment d’immensité', neutralMood],
    field: ['atmosphère sereine', neutralMood],
    default: [neutralMood],
    storm: ['atmosphère intense', neutralMood],
  },
  style: {
    scene: ['peinture numérique aux touches visibles', 'illustration peinte sur toile', 'aquarelle aux bords diffus'],
    subject: ['peinture numérique aux touches visibles', 'illustration peinte, contours précis'],
    abstract: ['gouache mate aux aplats francs', 'encre et gouache, aplats francs'],
  },
  paletteOfReference: 'palette reprise de la référence',
  avoided: [
    {
      text: 'texte',
      unless: /text|lettr|inscription|\bmots?\b|titre|slogan|logo|typograph|écri|calligraph|affiche|couverture/i,
    },
    { text: 'filigrane', unless: /filigrane/i },
    { text: 'flou', unless: /flou|bokeh|vapor|brume|brouillard|estomp|diffus/i },
    { text: 'déformations', unless: /déform|distor|surréal|cubis|glitch/i },
    { text: 'sous-exposé', unless: /sombre|nuit|obscur|contre-jour/i, onlyForPhotos: true },
  ],
}
