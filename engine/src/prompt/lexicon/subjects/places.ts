import type { SubjectWords } from './subject-words.ts'

/** Buildings, and what stands for a place. */
export const placeWords: SubjectWords = {
  exact: {
    church: 'eglise|church|chapelle|chapel|temple protestant',
    mosque: 'mosquee|mosque|grande mosquee|minaret',
    'hindu-temple': 'temple hindou|temple indien|hindu temple',
    synagogue: 'synagogue',
    kaaba: 'kaaba|la mecque|mecque',
    'shinto-shrine': 'sanctuaire shinto|shinto shrine',
    hospital: 'hopital|clinique|hospital|dispensaire|centre de sante',
    school: 'ecole|school|ecole primaire|universite',
    bank: 'banque|bank',
    'post-office': 'bureau de poste|la poste|post office',
    hotel: 'hotel|auberge',
    factory: 'usine|factory|manufacture|raffinerie',
    stadium: 'stade|stadium|stade de football|stade olympique|arene',
    'classical-building': 'tribunal|palais de justice|parlement|musee|courthouse|museum|ministere|assemblee nationale',
    'office-building': 'immeuble de bureaux|gratte ciel isole|tour de bureaux|siege social|office building',
    'department-store': 'grand magasin|supermarche|centre commercial|shopping mall|boutique|magasin|shop',
    station: 'gare|train station',
    'sugar-shack': 'cabane a sucre|cabanes a sucre|sugar shack|erabliere',
    'house-with-garden': 'maison avec jardin|pavillon|villa avec jardin|maison|villa|house|home',
    houses: 'maisons|lotissement|houses',
    'derelict-house': 'maison hantee|manoir|maison abandonnee|haunted house|maison en ruine|maison en ruines|manor',
    hut: 'case en paille|hutte en paille|case|hutte|paillote|case ronde|mud hut',
    fountain: 'fontaine|fountain|jet d eau',
    'ferris-wheel': 'grande roue|ferris wheel|fete foraine',
    'roller-coaster': 'montagnes russes|roller coaster',
    'circus-tent': 'cirque|chapiteau|circus',
    'carousel-horse': 'manege|carrousel|carousel',
    'statue-of-liberty': 'statue de la liberte|statue of liberty',
    'japanese-castle': 'chateau japonais|japanese castle',
    statue: 'statue|statuette|statue de bronze|statue en bronze|statue en pierre|monument aux morts',
    moai: 'ile de paques|moai|statue moai',
    snowman: 'bonhomme de neige sous la neige',
    'playground-slide': 'toboggan|aire de jeux|playground',
    'barber-pole': 'enseigne de barbier',
  },
  similar: {
    well: 'puits|forage|well|borne fontaine',
    fountain: 'fontaine publique|bassin',
    house: 'sur un toit|sur le toit|sur les toits|sur son toit|on a roof|on the roof|on a rooftop',
    church:
      'basilique|cathedrale|basilica|cathedral|abbaye|monastere|notre dame|basilique de yamoussoukro|couvent|sacre coeur|eglise evangelique|presbytere|prieure|convent',
    'classical-building':
      'temple grec|pantheon|acropole|mairie|prefecture|hotel de ville|opera|bourse|banque centrale|elysee|louvre|universite de lome|sorbonne|pantheon de paris',
    'department-store':
      'pharmacie|epicerie|librairie papeterie|drugstore|cordonnerie|quincaillerie|cafe internet|kiosque|salon de beaute|station de lavage|garage|boulangerie patisserie|boulangerie|bakery|grande surface|depanneur',
    factory: 'centrale|entrepot|hangar|power plant',
    hut: 'cabane de paille|paillotte|grenier|temple vodoun|couvent vodoun|couvent vaudou|fetiche|sanctuaire vodoun|concession familiale',
    'office-building':
      'gratte ciel|skyscraper|hotel ivoire|pyramide d abidjan|tour|tours|la defense|bceao|tour de controle|siege de la bceao',
    statue: 'monument|monument de la renaissance|buste de pierre|obelisque|place de l etoile rouge',
  },
  symbol: {
    'framed-picture': 'exposition|galerie|galerie d art|musee d art',
    'airplane-departure': 'aeroport|airport',
    'fork-and-knife': 'cantine scolaire',
    pill: 'pharmacie de garde',
  },
}
