/** Words that build a sentence: what follows them, or stands before them, tells nouns from the rest. Without accents. */
import { wordSet } from '../tokens.ts'

export const determiners =
  wordSet(`le la les l un une des du au aux mon ma mes ton ta tes son sa ses notre nos votre vos leur leurs ce cet
  cette ces chaque quelques plusieurs deux trois quatre cinq six sept huit neuf dix the a an my your his her its our their this that these
  those some two three four five seven eight nine ten`)

/** Shown with the noun that they stand before. */
export const articles =
  wordSet(`le la les l un une des deux trois quatre cinq six sept huit neuf dix the a an two three four five seven
  eight nine ten`)

export const prepositions =
  wordSet(`de d en a au aux du avec sur sous dans par pour vers entre chez contre devant derriere pres apres avant
  autour pendant jusqu of in on at with by from to under over near into behind above below between beside through around for inside
  outside against across along during onto`)

/** A noun behind these is where something is, not what the picture is of. */
export const placingPrepositions = wordSet(
  `dans sur sous au aux a en chez pres devant derriere entre in on at under near behind inside above`,
)

export const conjunctions = wordSet('et ou ni and or nor puis plus')

export const relatives = wordSet('qui que qu dont who which whose where')

/** Between a relative and its verb, or before any other verb. */
export const pronouns = wordSet(
  `se s le la les lui y en ne n me m te t nous vous il elle ils elles on i he she it they we you`,
)

/** Stand before a French noun, and change nothing of what it is. */
export const leadingAdjectives =
  wordSet(`petit petite petits petites grand grande grands grandes gros grosse vieux vieil vieille vieilles jeune
  jeunes beau bel belle beaux belles joli jolie jolis jolies nouveau nouvelle bon bons bonne bonnes mauvais mauvaise ancien ancienne haut haute long
  longue premier premiere dernier derniere autre autres meme tout toute tous toutes tres si plus small big huge giant old young little great
  very beautiful pretty cute tall long new immense magnifique superbe enorme minuscule geant geante`)

/** Kinds of things that carry a picture: the subject only where nothing else is named. */
export const weakNouns =
  wordSet(`pochette album carte voeux logo icone embleme sticker groupe icon emblem card cover film festival motivation
  marque equipe association poster flyer banniere invitation campagne rap jazz reggae`)

/** Nouns that say what kind of picture or how much of something it is: what follows is the subject. */
export const transparentNouns =
  wordSet(`image picture illustration scene dessin peinture tableau photo photographie vue plan portrait
  affiche poster flyer banniere fond ecran couverture titre composition cadrage avatar avatars format aplat aplats contour contours detail details trait traits style paire bord milieu centre cote coin haut bas gauche droite avant arriere
  plein pleine file rangee ribambelle colonne interieur type sorte espece genre multitude series serie pub pubs publicite annonce reclame korite tanebeer tannebeer vide promo promotion promotions soldes reduction remise cherie cheri week weekend drawing painting view kind sort pair group edge side top bottom middle background
  wallpaper application fete journee ambiance atmosphere lumiere air main tete moment minute heure jour fois temps pointe bras
  yeux regard mains pieds quarantaine soixantaine eyes arms hands epaule epaules lepaule shoulder shoulders head tabaski
  effet effets effect eclat eclats lui elle eux lumineux
  craquelure craquelures cire repetition rendu imprime imprimes perspective repeat outlines
  profondeur plans halo halos ligne lignes tiers sujet eclairage volume volumes contraste contrastes matiere matieres touche touches surface
  sentiment ombres teintes nuances depth lighting contrast contrasts texture textures brushstrokes shadows thirds subject hues tones
  pose exposure trompe trompes oeil bouche bouches cornes joue joues`)

/** When and how often: no picture shows it, and nobody misses it. */
export const unpictured =
  wordSet(`lundi mardi mercredi jeudi vendredi samedi dimanche janvier fevrier mars avril mai juin juillet aout septembre octobre novembre
  decembre monday tuesday wednesday thursday friday saturday sunday encore deja toujours souvent enfin bientot hier demain maintenant
  ensemble vraiment presque beaucoup trop fort again already always often still together today`)

/** Towns and countries, and which side of them: told where the scene is another one, and missed by nobody who looks at it. */
export const placeNames =
  wordSet(`paris montmartre provence normandie bretagne brittany toscane tuscany irlande islande iceland norvege laponie sahara
  afrique africa kenya burkina mali niger senegal benin togo egypte egypt japon japan abidjan dakar lagos cotonou accra lome bamako ouagadougou
  conakry douala yaounde kinshasa brazzaville libreville nairobi cocody yopougon treichville adjame montreal quebec toronto ottawa bruxelles
  lyon marseille geneve marrakech istanbul bagdad djenne tombouctou timbuktu agadez fes tokyo manhattan kyoto ganvie goree assinie tenere
  nord sud ouest north south west`)

/** People behind an article (« une Togolaise »), else what somebody is (« une grand-mère togolaise »). */
export const demonyms =
  wordSet(`ivoirien ivoirienne beninois beninoise togolais togolaise senegalais senegalaise malien malienne camerounais camerounaise
  congolais congolaise ghaneen ghaneenne nigerian nigeriane burkinabe guineen guineenne africain africaine african`)

/** Hold or gather what the picture is of, where « de » follows. */
export const containers =
  wordSet(`plat bol coupe corbeille assiette filet pot etal tas pile piles panier troupeau foule bande horde nuee essaim verre tasse bouquet botte sac sachet sachets plate bowl
  basket pile heap herd flock crowd swarm bunch stall cup glass bottle bouteille bag`)

/** Of what « de » names, and nothing besides. */
export const portions = wordSet('terrain tranche part morceau slice slices piece pieces bit')

/** People together, where « de » follows: whoever they are is the subject. */
export const companies = wordSet(
  'equipe team bande troupe troupes classe foule armee army delegation gang crowd class troop',
)

/** Endings of words that describe: after a comma or a conjunction such a word is no new thing. */
export const describing =
  /(?:é|ée|és|ées|ique|iques|eux|euse|euses|if|ive|ant|ante|ants|antes|able|ible|ois|oise|ien|ienne|iens|ais|aise|esque|ful|ous|ed|ing|less|ish)$/

/** Known words that describe a thing or name where it comes from; they are no thing themselves. */
export const adjectives =
  wordSet(`vaudou vodoun vodun stylise stylisee stylises stylisees stylised stylized repetitif repetitive numerique numeriques peint peinte peints peintes long longue longues haut haute hauts hautes digital painted
  africain africaine africains africaines african tropical tropicale tropicaux lunaire martien martienne geometrique geometriques
  geometric abstrait abstraite abstract floral florale urbain urbaine urban rural rurale medieval medievale alpin alpine maritime celeste parisien parisienne
  aquatique fleuri fleurie fleuris fleuries japonais japonaise breton bretonne oriental orientale enchante enchantee enchantees magique magiques feerique feeriques
  vertical verticale verticales horizontal horizontale carre carree centre centree recadre recadree detaille detaillee net nets nette nettes
  etoile etoilee etoilees nuageux nuageuse solaire stellaire interstellaire cosmique cosmic arctic arctique boreale peul peule peuls dogon baoule senoufo gouro
  masai massai touareg touaregs tuareg psychedelique psychedelic fluide fluid extraterrestre oceanique rose orange colore coloree colores colorees sunny starry
  cloudy falling parked whipped garee garees enchanted fairy stellar tropique ensoleille ensoleillee lustre lacustre dore doree
  doux douce douces fin fine fins fines parfait parfaite epais epaisse leger legere colourful colorful soft coarse`)

/** What was done to somebody or something and would be seen: the engine draws none of it, but where a phrase has a drawing of its own. */
export const visibleStates = withEndings(
  `bonde croise abandonne voile accroche casse brise fissure rouille dechire troue cabosse delabre inonde gele enneige ensable blesse tatoue maquille
  menotte enchaine ligote mouille trempe froisse brule calcine renverse effondre ecrase eventre barbouille ensanglante barricade saccage`,
)

/** Masculine and feminine, one and several. */
function withEndings(stems: string): ReadonlySet<string> {
  return new Set([...wordSet(stems)].flatMap((word) => [word, `${word}e`, `${word}s`, `${word}es`]))
}

/** What somebody or something does: the engine draws no pose. */
export const verbs =
  wordSet(`crie crient hurle hurlent recolte recoltent moissonne moissonnent voit voient plante plantent ramasse ramassent donne donnent donner donnant verse versent tape tapent rabote rabotent cause causent offre offrent cueille cueillent tourne tournent gare gares garee garees servi servie servis servies sert servent arrose arrosent coud cousent pilote pilotent arrose arrosent tresse tressent repare reparent raconte racontent celebre celebrent decolle decollent pese pesent regle reglent reglant nouee noue rase rasent seche sechent sechant frappe frappent jette jettent baigne baignent pile pilent garde gardent garder coupe coupes coupent couper danse dansent danser dansant joue jouent jouer jouant court courent courir courant marche marchent marcher marchant mange mangent manger
  mangeant boit boivent boire dort dorment dormir dormant lit lisent lire lisant porte portent porter portant tient tiennent tenant vole volent voler volant
  nage nagent nager nageant chante chantent chanter chantant regarde regardent regarder regardant saute sautent sauter sautant tombe tombent tomber tombant
  prend prennent prendre fait font faire faisant va vont aller vient viennent venir sort sortent sortir sortant monte montent monter montant descend descendent
  descendre traverse traversent traverser traversant tire tirent tirer pousse poussent pousser parle parlent parler ecrit ecrivent ecrire travaille travaillent
  travailler conduit conduisent conduire prie prient prier cuisine cuisinent cuisiner prepare preparent preparer vend vendent vendre pleure pleurent pleurer rit rient
  rire sourit sourient sourire attend attendent attendre assis assise assises debout couche couchee allonge allongee perche perchee pose posee poses running
  walking dancing playing eating drinking sleeping reading holding wearing flying swimming singing looking jumping sitting standing riding driving carrying working
  galop galope galopant bat battent berce bercent surveille surveillent tetent souffle
  soufflent puise puisent vanne vannent cooking praying selling crying smiling laughing writing talking climbing fishing`)

export const englishWords = wordSet(
  'the of in on at with and an is are by from to his her under over near through while',
)
export const frenchWords = wordSet('le la les un une des du de dans sur avec et au aux en qui pour sous son sa ses')

/** Behind an article these are things, whatever mood they bring. */
export const thingsOfMood = wordSet('fee fees glace glaces conte contes carnaval')

/** Of what is done to somebody or something, before the verb: « un enfant les regarde ». */
export const objectPronouns = wordSet('l la le les leur')

/** « qui n’est pas bondé »: what follows is not so. */
export const denials = wordSet('pas jamais non not never')

/** How many words « en train de » has. */
export const IN_THE_ACT = 3

/** « en train de », at its first word. */
export function isInTheAct(tokens: readonly string[], at: number): boolean {
  return tokens[at] === 'en' && tokens[at + 1] === 'train' && (tokens[at + 2] === 'de' || tokens[at + 2] === 'd')
}

/** Behind « en » what a thing is made of: seen in no picture of ours, and no thing of its own. */
export const matters = wordSet(
  'terre banco pisse paille tole cuir email coton laine soie osier metal fer cuivre bronze plastique satin velours dentelle lin rotin fonte inox argile',
)
