/** The built-in forms, in French and in English. Slot names are one language's for both, so that links to them last. */
import type { IntelligenceLanguage } from '../../_shared/contract/src/index.ts'

interface TemplateWords {
  readonly title: string
  readonly description: string
  /** With `{slot}` where a slot's value goes. */
  readonly text: string
  readonly avoid: string | null
  readonly slots: Readonly<Record<string, readonly [label: string, usual: string]>>
}

export interface TemplateEntry extends Readonly<Record<IntelligenceLanguage, TemplateWords>> {
  readonly name: string
  readonly width: number
  readonly height: number
}

const upright = { width: 832, height: 1216 }
const wide = { width: 1216, height: 832 }
const square = { width: 1024, height: 1024 }

export const templateCatalogue: readonly TemplateEntry[] = [
  {
    name: 'portrait',
    ...upright,
    fr: {
      title: 'Portrait',
      description: 'Une personne, sa tenue, son regard, une lumière.',
      text: 'Portrait de {sujet}, {tenue}, expression {expression}, {lumiere}, arrière-plan {fond}, {style}',
      avoid: 'mains déformées, texte, filigrane',
      slots: {
        sujet: ['Sujet', 'une jeune femme'],
        tenue: ['Tenue', 'en pagne brodé'],
        expression: ['Expression', 'sereine'],
        lumiere: ['Lumière', 'lumière douce de fenêtre'],
        fond: ['Arrière-plan', 'uni et estompé'],
        style: ['Style', 'peinture à l’huile'],
      },
    },
    en: {
      title: 'Portrait',
      description: 'One person, what they wear, how they look, one light.',
      text: 'Portrait of {sujet}, {tenue}, {expression} expression, {lumiere}, {fond} background, {style}',
      avoid: 'deformed hands, text, watermark',
      slots: {
        sujet: ['Subject', 'a young woman'],
        tenue: ['Clothes', 'in embroidered cloth'],
        expression: ['Expression', 'serene'],
        lumiere: ['Light', 'soft window light'],
        fond: ['Background', 'plain, softened'],
        style: ['Style', 'oil painting'],
      },
    },
  },
  {
    name: 'paysage',
    ...wide,
    fr: {
      title: 'Paysage',
      description: 'Un lieu, une heure, un ciel.',
      text: '{lieu} {moment}, plan large, {detail} au premier plan, ciel {ciel}, {style}',
      avoid: 'texte, filigrane, personnes au premier plan',
      slots: {
        lieu: ['Lieu', 'Une lagune bordée de cocotiers'],
        moment: ['Moment', 'au coucher du soleil'],
        detail: ['Détail', 'une pirogue'],
        ciel: ['Ciel', 'aux nuages roses'],
        style: ['Style', 'aquarelle lumineuse'],
      },
    },
    en: {
      title: 'Landscape',
      description: 'A place, an hour, a sky.',
      text: '{lieu} {moment}, wide shot, {detail} in the foreground, sky {ciel}, {style}',
      avoid: 'text, watermark, people in the foreground',
      slots: {
        lieu: ['Place', 'A lagoon lined with coconut palms'],
        moment: ['Time', 'at sunset'],
        detail: ['Detail', 'a canoe'],
        ciel: ['Sky', 'with pink clouds'],
        style: ['Style', 'luminous watercolour'],
      },
    },
  },
  {
    name: 'affiche',
    ...upright,
    fr: {
      title: 'Affiche',
      description: 'Un événement, un symbole fort, de la place pour le texte.',
      text: 'Affiche pour {evenement}, {symbole} au centre, aplats de couleurs {couleurs}, espace vide en haut pour le titre, style {style}',
      avoid: 'texte illisible, filigrane, surcharge',
      slots: {
        evenement: ['Événement', 'un festival de musique'],
        symbole: ['Symbole', 'un tambour djembé'],
        couleurs: ['Couleurs', 'orange et indigo'],
        style: ['Style', 'sérigraphie'],
      },
    },
    en: {
      title: 'Poster',
      description: 'An event, a strong symbol, room for the words.',
      text: 'Poster for {evenement}, {symbole} in the centre, flat areas of {couleurs}, empty space at the top for the title, {style} style',
      avoid: 'unreadable text, watermark, clutter',
      slots: {
        evenement: ['Event', 'a music festival'],
        symbole: ['Symbol', 'a djembe drum'],
        couleurs: ['Colours', 'orange and indigo'],
        style: ['Style', 'screenprint'],
      },
    },
  },
  {
    name: 'produit',
    ...square,
    fr: {
      title: 'Produit',
      description: 'Un objet à vendre, net et bien éclairé.',
      text: 'Photo de produit : {produit}, posé sur {support}, {lumiere}, fond {fond}, ombre douce, mise au point précise',
      avoid: 'texte, filigrane, reflets parasites, mains',
      slots: {
        produit: ['Produit', 'un flacon d’huile de karité'],
        support: ['Support', 'une pierre claire'],
        lumiere: ['Lumière', 'lumière de studio diffuse'],
        fond: ['Fond', 'beige uni'],
      },
    },
    en: {
      title: 'Product',
      description: 'Something to sell, sharp and well lit.',
      text: 'Product photo: {produit}, placed on {support}, {lumiere}, {fond} background, soft shadow, precise focus',
      avoid: 'text, watermark, stray reflections, hands',
      slots: {
        produit: ['Product', 'a bottle of shea oil'],
        support: ['Support', 'a pale stone'],
        lumiere: ['Light', 'diffuse studio light'],
        fond: ['Background', 'plain beige'],
      },
    },
  },
  {
    name: 'motif-wax',
    ...square,
    fr: {
      title: 'Motif wax',
      description: 'Un tissu imprimé qui se répète sans couture.',
      text: 'Motif wax africain répétitif, {dessin} stylisés, couleurs {couleurs}, contours nets, craquelures de cire, répétition régulière',
      avoid: 'texte, filigrane, perspective, plis',
      slots: {
        dessin: ['Dessin', 'oiseaux et fleurs d’hibiscus'],
        couleurs: ['Couleurs', 'bleu indigo, jaune et rouge'],
      },
    },
    en: {
      title: 'Wax print',
      description: 'A printed cloth that repeats seamlessly.',
      text: 'Repeating African wax print pattern, stylised {dessin}, {couleurs}, crisp outlines, crackled wax, regular repeat',
      avoid: 'text, watermark, perspective, folds',
      slots: {
        dessin: ['Design', 'birds and hibiscus flowers'],
        couleurs: ['Colours', 'indigo blue, yellow and red'],
      },
    },
  },
  {
    name: 'carte-de-voeux',
    ...upright,
    fr: {
      title: 'Carte de vœux',
      description: 'Une fête, une image tendre, de la place pour écrire.',
      text: 'Carte de vœux pour {fete}, {scene}, couleurs {couleurs}, espace libre au centre pour un message, {style}',
      avoid: 'texte, filigrane, visages déformés',
      slots: {
        fete: ['Fête', 'la nouvelle année'],
        scene: ['Scène', 'lanternes et feux d’artifice au-dessus de l’eau'],
        couleurs: ['Couleurs', 'or et bleu nuit'],
        style: ['Style', 'gouache délicate'],
      },
    },
    en: {
      title: 'Greeting card',
      description: 'A feast, a tender picture, room to write.',
      text: 'Greeting card for {fete}, {scene}, {couleurs}, free space in the centre for a message, {style}',
      avoid: 'text, watermark, deformed faces',
      slots: {
        fete: ['Feast', 'the new year'],
        scene: ['Scene', 'lanterns and fireworks above the water'],
        couleurs: ['Colours', 'gold and midnight blue'],
        style: ['Style', 'delicate gouache'],
      },
    },
  },
  {
    name: 'couverture',
    ...upright,
    fr: {
      title: 'Couverture',
      description: 'Un livre ou un album : une image qui intrigue.',
      text: 'Illustration de couverture pour {oeuvre}, {image}, atmosphère {ambiance}, {lumiere}, composition verticale avec de l’espace pour le titre, {style}',
      avoid: 'texte illisible, filigrane',
      slots: {
        oeuvre: ['Œuvre', 'un roman d’aventures'],
        image: ['Image', 'une silhouette face à un baobab immense'],
        ambiance: ['Ambiance', 'mystérieuse'],
        lumiere: ['Lumière', 'contre-jour du soir'],
        style: ['Style', 'peinture numérique'],
      },
    },
    en: {
      title: 'Cover',
      description: 'A book or an album: a picture that intrigues.',
      text: 'Cover illustration for {oeuvre}, {image}, {ambiance} atmosphere, {lumiere}, vertical composition with room for the title, {style}',
      avoid: 'unreadable text, watermark',
      slots: {
        oeuvre: ['Work', 'an adventure novel'],
        image: ['Picture', 'a silhouette facing an immense baobab'],
        ambiance: ['Mood', 'mysterious'],
        lumiere: ['Light', 'backlit by the evening'],
        style: ['Style', 'digital painting'],
      },
    },
  },
  {
    name: 'avatar',
    ...square,
    fr: {
      title: 'Avatar',
      description: 'Un visage ou une mascotte, lisible en tout petit.',
      text: 'Avatar : {personnage}, {expression}, cadrage serré et centré, fond {fond}, formes simples, {style}',
      avoid: 'texte, filigrane, détails minuscules',
      slots: {
        personnage: ['Personnage', 'un renard malicieux'],
        expression: ['Expression', 'sourire en coin'],
        fond: ['Fond', 'turquoise uni'],
        style: ['Style', 'illustration vectorielle'],
      },
    },
    en: {
      title: 'Avatar',
      description: 'A face or a mascot that reads when tiny.',
      text: 'Avatar: {personnage}, {expression}, tight centred framing, {fond} background, simple shapes, {style}',
      avoid: 'text, watermark, tiny details',
      slots: {
        personnage: ['Character', 'a mischievous fox'],
        expression: ['Expression', 'half smile'],
        fond: ['Background', 'plain turquoise'],
        style: ['Style', 'vector illustration'],
      },
    },
  },
  {
    name: 'logo-abstrait',
    ...square,
    fr: {
      title: 'Logo abstrait',
      description: 'Un signe simple pour une idée.',
      text: 'Logo abstrait qui évoque {idee}, forme {forme}, couleurs {couleurs}, fond blanc, géométrie simple, symétrie',
      avoid: 'texte, lettres, filigrane, dégradés, ombres',
      slots: {
        idee: ['Idée', 'le partage'],
        forme: ['Forme', 'deux arcs entrelacés'],
        couleurs: ['Couleurs', 'vert sapin et or'],
      },
    },
    en: {
      title: 'Abstract logo',
      description: 'A simple sign for an idea.',
      text: 'Abstract logo that evokes {idee}, {forme}, {couleurs}, white background, simple geometry, symmetry',
      avoid: 'text, letters, watermark, gradients, shadows',
      slots: {
        idee: ['Idea', 'sharing'],
        forme: ['Shape', 'two interlaced arcs'],
        couleurs: ['Colours', 'pine green and gold'],
      },
    },
  },
  {
    name: 'fond-ecran',
    ...upright,
    fr: {
      title: 'Fond d’écran',
      description: 'Une image calme derrière des icônes.',
      text: 'Fond d’écran vertical : {scene}, couleurs {couleurs}, grandes zones calmes, {ambiance}, {style}',
      avoid: 'texte, filigrane, surcharge',
      slots: {
        scene: ['Scène', 'dunes sous un ciel étoilé'],
        couleurs: ['Couleurs', 'bleu nuit et sable'],
        ambiance: ['Ambiance', 'atmosphère paisible'],
        style: ['Style', 'minimaliste'],
      },
    },
    en: {
      title: 'Wallpaper',
      description: 'A calm picture behind icons.',
      text: 'Vertical wallpaper: {scene}, {couleurs}, large calm areas, {ambiance}, {style}',
      avoid: 'text, watermark, clutter',
      slots: {
        scene: ['Scene', 'dunes under a starry sky'],
        couleurs: ['Colours', 'midnight blue and sand'],
        ambiance: ['Mood', 'peaceful atmosphere'],
        style: ['Style', 'minimalist'],
      },
    },
  },
]
