/** What a word means beside its neighbours where it is not the thing of that name: « au cœur du marché », « jet d’eau ». */

/** By the word; the sentence is without accents and has `_` for the word itself. */
type Senses = ReadonlyMap<string, RegExp>

/** Nothing of that name is meant, and nobody would miss it. */
export const PASSING: Senses = new Map([
  ['ame', /\bl _ (?:de|du|des) |\betats? d _|\ba l _/],
  ['argent', /\b(?:en|couleur|gris) _|\b(?:bracelets?|colliers?|bagues?|bijoux|boucles) d _/],
  ['bain', /_ de (?:soleil|foule)/],
  ['banc', /_ de (?:poissons?|sardines?|sable)/],
  [
    'cadre',
    /\bdans (?:le|un) _ (?:de |d |du |des )|_ (?:de vie|idyllique|naturel|verdoyant|superieur|d entreprise|de banque)/,
  ],
  ['centrale', /\w _(?! (?:electrique|nucleaire|solaire|thermique))/],
  ['chaine', /_ (?:de tele|youtube|humaine|de montagnes)|\ba la _/],
  [
    'coeur',
    /\b(?:au|en|par|a|de bon|de tout|coup de|mal au|ecoute le|ecoute son) _|\b(?:le|son|leur|mon|ton|du) _ (?:de|d|du|des) |_ (?:battant|qui bat|lourd|leger|joyeux)/,
  ],
  ['crane', /_ (?:rase|chauve|lisse|degarni|nu|luisant)|\b(?:son|leur|au|du) _/],
  ['creole', /_/],
  ['crochet', /\b(?:au|en|du) _/],
  [
    'car',
    /(?<!\b(?:un|le|les|des|du|ce|mon|son|deux|trois|en|grand|petit|vieux|gros|de|au)) _ (?:il|elle|ils|elles|on|le|la|les|c|son|sa|ses|leur) /,
  ],
  ['daim', /\b(?:veste|blouson|chaussures?|bottes?|sac|mocassins?|gants) (?:de|en) _/],
  ['echec', /_/],
  ['elan', /\b(?:son|leur|sans|avec|d) _|\bprend(?:re|s|nent)? (?:de )?l _/],
  ['esprit', /_ (?:d equipe|de famille|ouvert|tranquille)/],
  ['fil', /\bau _ (?:de|du|des) |\bcoup de _/],
  ['laine', /\b(?:en|de) _/],
  ['lit', /_ (?:de la|du|de|d un) (?:riviere|fleuve|marigot|torrent|ruisseau)/],
  ['lutte', /_ (?:contre|pour) /],
  [
    'musique',
    /\b(?:notes?|instruments?|groupe|ecole|cours|rythme|son|sur|avec|fond|fanfare|joue|jouent|fait|font|danse|dansent) (?:de |de la |la |du |une )?_/,
  ],
  ['olive', /\bverte?s? _/],
  ['panier', /\b(?:marquer?|marquent|rate|tente|reussit) (?:un|le|des|son|deux) _|\bbasket(?:ball|teurs?|teuses?)?\b/],
  [
    'peche',
    /(?<!jus|confiture|tarte|nectar|sorbet|sirop|compote) de _|\b(?:bateau|pirogue|scene|port|village|retour) de la _|\b(?:la|une) _ (?:au(?! sirop)\b|a\b|en\b|miraculeuse|artisanale)|\bcouleur _/,
  ],
  ['match', /\b(?:tele|television|radio|ecran|poste)\b/],
  ['pate', /\bmain a la _/],
  ['perles', /\b(?:sac|robe|ceinture|chaussures?|masque|couronne|sandales?) (?:en|de) _/],
  ['piece', /\bdans (?:une|la|cette|sa) _|_ (?:de theatre|principale|a vivre)/],
  ['pierre', /\ben _/],
  ['plat', /\ba _/],
  ['pot', /\b(?:boi[st]|boire|boivent|prend|prendre|prennent) (?:un|le) _/],
  ['reveil', /\bau _|_ (?:de|du|de la|des) /],
  ['revenant', /_ (?:de|du|des|d|au|a|chez|avec) /],
  ['revenants', /_ (?:de|du|des|d|au|a|chez|avec) /],
  ['sportif', /(?:\w{4,}|pas) _/],
  ['sportive', /\w{4,} _/],
  ['tapi', /_/],
  ['tete', /_/],
  ['toilette', /\b(?:sa|leur|la|ma) _/],
  ['tour', /\b(?:fait|font|faire|faisant) (?:un|le|son|leur) _|\b(?:a son|a leur|a|chacun son|demi) _/],
  ['tresor', /\b(?:mon|ton|petit) _/],
])

/** Another thing, which has no drawing: the picture lacks it. */
export const OTHERS: Senses = new Map([
  ['ampoule', /_ (?:au|aux|a la|sur le) (?:pieds?|talons?|mains?|doigts?)/],
  ['axe', /_ (?:routier|principal|central|lourd)|\bgrand _/],
  ['bac', /\b(?:examen|resultats?|eleves?|candidats?|lycee|diplome)\b|_ a (?:ordures|sable|linge)/],
  ['baguette', /\b(?:orchestre|maestro|tambour)\b/],
  ['baguettes', /\b(?:batteu[rs]|batteuse|batterie|tambours?|balafon)\b/],
  ['batterie', /_ (?:de (?:telephone|voiture|moto|camion)|du telephone|solaire|dechargee|externe)/],
  ['boite', /_ de vitesses?/],
  ['bombe', /_ (?:de peinture|aerosol|insecticide|lacrymogene|de laque)/],
  ['bourse', /_ (?:d etudes?|scolaire|de valeurs)/],
  ['cage', /^(?!.*\b(?:foot|football|gardien|gardienne|but|ballon|joueu|match|hockey)).*_/],
  [
    'caisse',
    /\b(?:a la|la|sa) _.*\b(?:supermarche|magasin|boutique|cliente?s?)\b|\b(?:supermarche|caissiere?|magasin|boutique|cliente?s?)\b.* (?:a la|la|sa) _/,
  ],
  ['canne', /_ a sucre/],
  ['cannes', /_ a sucre/],
  ['coffre', /\b(?:voiture|taxi|auto|vehicule)\b|_ fort/],
  ['corne', /_/],
  ['coupe', /_ (?:de cheveux|de bois|courte)/],
  ['enceinte', /_ (?:du|de la|sacree|acoustique|bluetooth)|\bl _/],
  ['feuille', /_ (?:de papier|blanche|de route)/],
  ['galerie', /_ (?:du|de la|d un) (?:toit|taxi|voiture|gbaka|car|minibus|bus)|\bsur la _/],
  ['grenade', /_ (?:mure|fraiche|coupee|juteuse)|\bjus de _/],
  ['jet', /_ (?:d eau|de pierres?|de sable)/],
  ['lettres', /\balphabet\b|\bau tableau\b|_ (?:capitales|dorees|peintes|geantes)/],
  ['lime', /_ a /],
  ['livre', /_ sterling/],
  ['micro', /_ (?:credit|finance|entreprise|jardin)/],
  ['palme', /_ d or|\bhuile de _/],
  ['palmes', /\b(?:plong|nag)/],
  ['pate', /\b(?:un|du|le|ce|mon|son) _|_ (?:a modeler|dentifrice|a dents|feuilletee)/],
  ['pavillon', /\bbat(?:tant)? _/],
  ['piece', /_ (?:detachee|de rechange|d identite)/],
  ['pieces', /_ (?:detachees|de rechange|d identite)/],
  ['pot', /_ d echappement/],
  ['ring', /\b(?:le|un|du|au) _/],
  ['sirene', /_ (?:de|d une?|d) (?:police|ambulance|pompiers|alarme)/],
  ['souris', /_ (?:d ordinateur|d un ordinateur|sans fil|informatique)/],
  ['tour', /_ (?:de magie|de potier|de cartes)|\b(?:un|le|son|du|ce|beau|au) _/],
])

/** Another thing, which has a drawing: the phrase that names it. */
export const STANDING_FOR: ReadonlyMap<string, readonly [RegExp, string]> = new Map([
  [
    'avocat',
    [
      /\b(?:salade|sandwich|pain|jus|tranches?|puree|mur|coupe|vinaigrette|mange|tas) (?:\w+ ){0,2}_|_ (?:mur|coupe)/,
      'avocado',
    ],
  ],
  [
    'avocats',
    [/\b(?:salade|tas|panier|kilo|vend|vendeuse|marchande|etal|caisse) (?:\w+ ){0,2}_|_ (?:murs|coupes)/, 'avocado'],
  ],
  ['bar', [/_ (?:grille|braise|frit|roti|au four)/, 'poisson grille']],
  [
    'bouchon',
    [/\b(?:autoroute|route|boulevard|voitures|circulation|pont|abidjan|lagos|dakar|cotonou)\b/, 'embouteillage'],
  ],
  ['buffet', [/\b(?:mariage|fete|hotel|invites|froid|repas|bapteme|garni)\b/, 'repas']],
  ['chaine', [/_ (?:en or|d or|doree|au cou|autour du cou)/, 'collier']],
  ['epervier', [/^(?!.*\b(?:vole|plane|chasse|ciel)\b).*\b(?:pecheurs?|lance|jette)\b/, 'filet']],
  ['film', [/\b(?:regarde(?:nt)?|regarder|voit|voir|devant) (?:un|le|des|leur) _/, 'television']],
  [
    'glace',
    [
      /\b(?:regarde(?:nt)?|coiffe(?:nt)?|maquille(?:nt)?|rase|mire|admire|reflet)\b.* (?:dans|devant) (?:la|sa|une|leur) _/,
      'miroir',
    ],
  ],
  [
    'grue',
    [
      /_ (?:couronnee|au bord (?:de l eau|de la (?:lagune|riviere)|du (?:lac|marais|fleuve)|d un (?:lac|etang|marais))|qui vole|dans le marais)|\b(?:oiseaux?|marais|etang)\b/,
      'heron',
    ],
  ],
  ['pate', [/^(?!.*(?:main a la) _).*(?<!\b(?:les|des|un|le|du|ce|en|mon|son|au) )_/, 'akoume']],
  [
    'peche',
    [
      /\b(?:il|elle|on|qui|homme|femme|monsieur|dame|garcon|fille|enfant|pecheur|papa|maman|pere|mere|vieux|jeune) _|(?<!\b(?:une|la|les|des|de|d|deux|trois|sa|ma|et|en|du|cette|jolie|belle|grosse|petite|enorme|couleur) )_ (?:au bord|dans|sur|depuis|a la ligne|en mer|en pirogue|le |un |des |du |les )/,
      'a la peche',
    ],
  ],
  ['pechent', [/_/, 'a la peche']],
  ['pechant', [/_/, 'a la peche']],
  [
    'poulet',
    [
      /_ (?:qui )?(?:traverse|court|vole|marche|picore|gambade|caquette|s echappe|dort|vivant)|\b(?:attrape|poursuit|attraper|plume) (?:un|le|son) _/,
      'poule',
    ],
  ],
  [
    'poulets',
    [
      /_ (?:qui )?(?:traversent|courent|volent|picorent|vivants?)|\b(?:nourrit|eleve|elevage de|cage de) (?:des |ses |les )?_/,
      'poules',
    ],
  ],
  ['sirop', [/\bverre de _|_ (?:de|d) (?!erable)/, 'jus']],
  ['vedette', [/^(?!.*\b(?:port|mer|lagune|bateau|quai)\b).*_/, 'star']],
])
