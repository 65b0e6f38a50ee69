import type { ColourName } from '../asked.ts'
import type { Style } from '../spec.ts'

export const styleWords: Readonly<Record<Style, string>> = {
  watercolour: 'aquarelle|watercolor|watercolour|lavis',
  oil: 'huile|peinture a l huile|oil painting|oil|peinture|painting|toile|tableau',
  impressionism: `impressionnisme|impressionniste|impressionism|impressionist|monet|renoir|van gogh|postimpressionniste
    |au couteau`,
  pixel: 'pixel art|pixel|8 bit|8bit|16 bit|retro gaming|jeu video',
  neon: 'neon|fluo|fluorescent|cyberpunk|neons',
  synthwave: 'synthwave|retrowave|vaporwave|outrun|annees 80|80s|eighties',
  cubism: 'cubisme|cubiste|cubism|cubist|picasso|braque',
  minimal:
    'minimaliste|minimalisme|minimal|minimalist|epure|epuree|flat design|flat|simple|dessin anime|dessins animes|cartoon|cartoons|animated film',
  woodblock: `estampe|estampe japonaise|ukiyo e|ukiyoe|hokusai|hiroshige|woodblock|gravure japonaise|japonaise
    |woodblock print|japanese print`,
  'black-and-white': 'noir et blanc|black and white|monochrome|noir blanc|argentique',
  'stained-glass': 'vitrail|vitraux|stained glass',
  'low-poly': 'low poly|lowpoly|polygonal|facette|origami',
  pop: `pop art|popart|warhol|lichtenstein|bande dessinee|bd|comic|comics|manga|anime japonais|anime style|style anime
    |comic book`,
  sketch: 'croquis|sketch|crayon|pencil|dessin|drawing|fusain|charcoal|esquisse|encre|ink',
  pastel: 'pastel|crayon de couleur|colored pencil|crayons de couleur',
  mosaic: 'mosaique|mosaic|tesselle|tiles',
  pointillism: 'pointillisme|pointillist|pointillism|seurat|signac|pointilliste',
  engraving: 'gravure|engraving|etching|eau forte|gustave dore|linogravure|linocut',
  paper: 'papier decoupe|paper cut|papercut|papier|paper|kirigami|collage',
  poster: 'affiche|poster|affiche vintage|retro|vintage|travel poster|art deco|serigraphie|screenprint',
  dream: `onirique|reve|dream|dreamy|surrealiste|surrealism|surreal|dali|magritte|ethere|ethereal|vaporeux`,
  photo: `photo|photographie|photorealiste|realiste|realistic|photorealistic|cinematique|cinematic|4k|8k|hdr
    |hyperrealiste`,
  glitch: 'glitch|vhs|distorsion',
  fantasy: 'fantasy|fantastique|heroic fantasy|epique|epic|legendaire|mythique',
  bokeh: 'bokeh|macro|gros plan|close up',
}

export const colourWords: Readonly<Record<ColourName, string>> = {
  red: 'rouge|red|ecarlate|carmin|vermillon|cramoisi|scarlet|crimson',
  orange: 'orange|mandarine|abricot',
  yellow: 'jaune|yellow|citron',
  gold: 'or|gold|dore|doree|golden|ambre|amber',
  green:
    'vert clair|vert fonce|vert olive|vert pomme|kaki|khaki|vert|verte|green|verdoyant|verdoyante|emeraude|emerald|verdure',
  turquoise: 'turquoise|cyan|aqua|teal|sarcelle|emeraude pale',
  blue: 'bleu ciel|bleu clair|bleu azur|bleu roi|bleu marine|bleu nuit|bleu indigo|sky blue|light blue|navy blue|navy|royal blue|bleu|bleue|blue|azur|azure|cobalt|indigo|marine|outremer|saphir|petrole',
  violet: 'violet|violette|purple|mauve|lilas|pourpre|parme',
  pink: 'rose|pink|magenta|fuchsia|rosee',
  brown: 'marron|brun|brune|brown|chocolat|sepia|terracotta',
  black: 'noir|noire|black|ebene',
  white: 'blanc|blanche|white|ivoire|immacule|immaculee',
  grey: 'gris|grise|grey|gray|argent|argente|argentee|argentes|argentees|silver|anthracite',
  beige: 'beige|creme|cream|sable clair|ocre|ochre',
  multicolour:
    'toutes les couleurs|de toutes les couleurs|multicolore|multicolores|colores|colorees|colore|coloree|colorful|colourful|arc en ciel de couleurs|vif|vive|vives|vibrant|eclatant',
}
