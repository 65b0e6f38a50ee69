import type { SubjectWords } from './subject-words.ts'

/** As one says it in Abidjan, Cotonou, Dakar and Lomé, and words of several senses that the other tables give another one. */
export const wordsOfHere: SubjectWords = {
  exact: {
    basilica: 'basilique|basilica|basilique de yamoussoukro|basilique notre dame de la paix|notre dame de la paix',
    'punching-bag': 'sac de frappe|sac de boxe|punching bag|punching ball',
    'tiered-cake': `piece montee|gateau a etages|gateau a trois etages|gateau 3 etages|gateau de trois etages|gateau de mariage
      |gateau d anniversaire 3 etages|gateau d anniversaire a 3 etages|gateau d anniversaire a trois etages|wedding cake|tiered cake`,
    barbell: 'haltere|halteres|barre d halteres|barbell|dumbbell|dumbbells',
    thieboudienne: 'tchep|tiep|thieb|thiep|ceebu jen|tieboudienne|thieb rouge|riz au poisson',
    'talking-drum': 'gangan|gan gan|lunga',
    'long-drum': 'kpanlogo|doundoun|dounoun|bara',
    keyboard: 'clavier|clavier d ordinateur|keyboard|computer keyboard',
    'auto-rickshaw': 'tricycle|keke|saloni|moto tricycle|taxi tricycle|taxi bagage',
    'figure man shirt':
      'taxi driver|bus driver|truck driver|chauffeur de gbaka|chauffeur de woro woro|chauffeur de bus|chauffeur de camion|chauffeur routier|chauffeur de car rapide',
    'figure person': 'collegue|camarade|coequipier|coequipiere|colleague|classmate',
    'figure man robe mask dancing': `masque qui danse|masque zaouli qui danse|masque zaouli|zaouli|danseur zaouli|danseur masque|danseuse masquee
      |masque goli qui danse|masque gouro qui danse|masked dancer|dancing mask`,
    'figure man boubou': 'baye fall|baifall|lebou|dioula',
    'figure woman pagne': 'placeuse|bonne dame|commercante d adjame|revendeuse|djoula|lingere',
    'figure woman blouse': 'gerante de maquis|gerante de cabine|serveuse de maquis|pileuse',
    'figure man apron': 'dibitier|garbatigui|vendeur de garba|vendeur de dibi|kankankan|vendeur de choukouya',
    'figure man boubou turban': 'touareg au turban|cheikh',
  },
  similar: {
    cart: 'brouette|wheelbarrow',
    'french-fries': 'koliko|frites d igname|frites de patate',
    'pot-of-food': 'gboma dessi|gboman dessi|gboma|ademe|adémè dessi|sauce ademe|sauce gombo|fetri dessi|soupou kandja',
    fritters: 'klui klui|kluiklui|kuli kuli|galettes d arachide',
    calabash: 'bandji|bangui|tchouk|dolo|calebasse de vin de palme',
    canoe: 'pinasse|pinasses',
    minibus: 'ndiaga ndiaye|ndiaga|clando|dyna|badjan|cargo rapide',
    bell: 'agogo|gankogui|gong double|cloche gon',
    maracas: 'castagnettes|kass kass|asalato|axatse|chekere|hochet',
    jeans: 'sokoto|tchaya|pantalon bouffant',
    grill: 'foyer de charbon|fourneau a charbon|fourneau malgache|foyer ameliore',
    'figure man robe': 'dozo|chasseur dozo|chasseur traditionnel',
    'figure man uniform': 'tirailleur|tirailleur senegalais',
    'figure woman pagne dancing': 'abissa|fete de l abissa|fete des generations|fete du dipri',
    'figure man shirt headscarf': 'pirate|corsaire|pirates',
    'figure man boubou sitting': 'grin|grin de the',
  },
  symbol: {},
}
