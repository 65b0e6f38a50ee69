/** A hundred and ninety prompts typed fast, with their slips, by somebody who has never seen the tables: the prompt, its main noun, how many. */
export const blindPrompts = `
cathedrale saint paul du Plateau | cathédrale
maman qui vend attieke au bord de la route | vendeuse
a woman in a purple boubou selling bissap at the market | femme
fille qui joue du piano | fille
berger peul avec chapeau en paille et son baton | berger
bouquet de roses rouges pour ma chérie | bouquet
astronaut riding a horse on the moon with the earth in the backround | astronaute
5 oeufs dans un panier | oeuf | 5
4 femmes en pagne kita qui dansent pieds nus | femme | 4
dewenati ! carte de korité avec croissant de lune | carte
logo for my bakery | logo
five pelicans at Djoudj park in Senegal | pélican | 5
un vieux baobab au coucher du soleil avec des enfants assis dessous qui écoutent le griot raconter l'histoire de Soundiata | baobab
chretienne céleste en robe blanche qui prie sur la plage de Cotonou | fidèle
affiche pour maquis Chez Maman Zouzou, agouti et bière bien glacée, ouvert tous les jours jusqu'au matin | affiche
woro-woro vert a yopougon | woro-woro
élève ivoirien en uniforme kaki devant son école à Bouaké | élève
footballeur qui marque un but de la tête à la derniere minute devant le stade plein | footballeur
monument de la renaissance africaine avec le soleil derriere | monument
costume pour homme avec cravate | costume
6 moutons de tabaski attachés sous un manguier | mouton | 6
ange avec des ailes blanches qui garde un enfant endormi | ange
3 gbakas jaunes dans les embouteillages d'Adjamé | gbaka | 3
joueur de kora assis sur une natte en boubou blanc | joueur de kora
batpeme ngenté, la maman tient le bébé et les invités mangent le laax | baptême
4 enfants qui jouent à l'awalé dans la cour | enfant | 4
chaussure à talon très haut | chaussure
coq sur le toit | coq
robe de mariée blanche avec longue traîne | robe
flyer pour vente de poulets de chair, livraison à domicile, mettre des poulets et une place pour le numéro de téléphone | flyer
mosquée avec dôme vert | mosquée
vélo appuyé contre un mur | vélo
2 jumelles avec le meme pull à rayures | jumelle | 2
6 rennes qui tirent le traineau du père noël | renne | 6
camion de livraison en panne au bord de l'autoroute | camion
Leuk le lièvre qui se moque de Bouki | lièvre
deux pintades devant la case | pintade | 2
abissa à Grand-Bassam, un homme avec le visage peint en blanc | homme
avion qui décolle | avion
garba bien chaud avec piment et oignon | garba
immeuble en construction avec une grue jaune | immeuble
jus de bissap rouge avec glaçons et feuille de menthe | bissap
a gbaka flying over Abidjan like a spaceship | gbaka
lac rose au Sénégal avec des tas de sel | lac
4 vampires qui jouent aux cartes | vampire | 4
quatre ballons verts | ballon | 4
papa et son fils à la pêche | père
happy birthday mom with flowers | anniversaire
chorale gospel en robe violette qui chante a l'église le dimanche | chorale
joyeux anniversaire Kevin 10 ans thème super héros | anniversaire
ours en peluche avec un mot pardon mon amour | ours en peluche
robot cuisinier qui fait des crepes | robot
deux femmes qui pilent le foufou dans un grand mortier | femme | 2
carte de visite plombier | carte
evala en pays kabyè, 2 lutteurs torse nu | lutteur | 2
cafe touba dans un gobelet | café touba
ndiaga ndiaye bien chargé à la gare routiere, les bagages et un mouton sur le toit, les clients qui crient, ambiance veille de Magal | ndiaga ndiaye
sept bougies sur un gâteau au chocolat | bougie | 7
four sabar drummers in green boubous | tambourinaire | 4
quatre bananes sur une assiette bleue | banane | 4
fête de l'igname chez les Agni, le roi porté dans son hamac et le peuple qui chante | roi
crocodile du lac de Yamoussoukro qui ouvre la gueule, on voit la basilique au loin | crocodile
3 brochettes de choukouya | brochette | 3
trois poissons bleus dans un bocal | poisson | 3
alloco poulet | alloco
un chat noir sur un canapé | chat
mami wata avec un serpent vert autour du cou | mami wata
toile de korhogo avec oiseaux et masques dessinés dessus | toile
téléphone tombé avec ecran cassé | téléphone
2 élèves qui lèvent la main | élève | 2
maison des esclaves à Gorée | maison
le pont HKB la nuit | pont
montagne enneigée qui se reflète dans l'eau | montagne
un grand djembé devant l'atelier d'un sculpteur de Lomé | djembé
trois fantômes dans un vieux manoir abandonné | fantôme | 3
two lovers under an umbrella in the rain | amoureux | 2
carpe braisée avec attiéké, tomate et oignon coupés, style photo pour menu de restaurant | poisson braisé
couturier de Colobane qui coud un pagne wax violet sur sa machine | couturier
un zémidjan en chemise jaune qui attend client a cotonou | zémidjan
dragon bleu qui crache du feu sur un chateau | dragon
case ronde à Korhogo avec toit en paille | case
old man playing chess in the park with his grandson | vieil homme
snowy street in Montreal | rue
cycliste en maillot jaune qui lève les bras à l'arrivée | cycliste
supporter des lions de la teranga avec un tambour et un grand drapeau | supporter
deux pirogues tirées sur la plage de Yoff | pirogue | 2
a cute panda eating bamboo | panda
un couple qui s'embrasse devant la mer le soir | couple
affiche soirée zouglou samedi à Yop, guitare et micro | affiche
trois soeurs en uniforme de pagne pour le mariage coutumier | soeur | 3
hamburgeur et frites | hamburger
pomme verte | pomme
thieboudienne dans un grand bol, toute la famille mange à la main assise sur la natte | thieboudienne
le marché dantokpa vu d'en haut avec la foule | marché
judoka qui salue son maitre avant le combat | judoka
la tour eiffel sous la pluie avec une fille de dos qui tient la main de son copain, romantique, comme dans les films | tour Eiffel
grand père qui raconte une histoire à ses petits enfants pres du feu | grand-père
vendeuse de claclo | vendeuse
nattes collées avec des cauris au bout | tresses
sorcier avec un chapeau pointu violet et une longue barbe | sorcier
teranga shop logo with a lion | logo
carte de voeux bonne année | carte
guitare électrique noire | guitare
margouillat à tete orange sur le mur | margouillat
kacou ananzé l'araignée qui lit un livre | araignée
bateau bus sotra sur la lagune | bateau
seven yellow ducks in a pond | canard | 7
signare de saint-louis en robe bleue au balcon | signare
grand boubou bleu en bazin riche pour homme, bien brodé sur la poitrine | boubou
sapin de noel avec cadeaux | sapin
cinq calebasses décorées posées par terre | calebasse | 5
trois bouteilles de gnamakoudji sur une table de maquis | bouteille | 3
deux taxis jaunes à Dakar devant l'aeroport | taxi | 2
akoumé et sauce adémè à Lomé | akoumé
cinq sachets de pure water dans une glacière | sachet d'eau | 5
la grande mosqué de Touba | mosquée
girafe qui porte une cravate rouge | girafe
bague de fiançailles dans une boite noire | bague
six cabosses posées sur une feuille de bananier à Soubré | cabosse | 6
cheval blanc au galop dans la prairie | cheval
ordinateur portable sur un bureau | ordinateur
chimpanzé de Taï qui casse une noix avec un caillou | chimpanzé
petite église sur une colline | église
plage avec palmiers et mer turquoise | plage
foutou banane sauce graine | foutou
invitation mariage traditionnel baoulé de Aya et Kouassi | invitation
lion avec des lunettes de soleil | lion
joyeux anniversaire tantie Akissi avec gateau et ballons roses | anniversaire
une cabosse de cacao jaune ouverte avec les fèves | cabosse
tô sauce gombo | tô
sac à main marron en cuir | sac
green parrot on a branch | perroquet
boubou en bogolan marron | boubou
ma grand mère avec ses lunettes qui tricote dans son fauteuil | grand-mère
cascade dans la jungle avec brouillard, lumière du matin qui passe entre les arbres, très réaliste, haute qualité | cascade
jesus qui marche sur l'eau | Jésus
la petite qui vend eau glacée à Adjamé avec la bassine sur la tete | fille
basketteur qui dunk | basketteur
chaise en bois | chaise
lutteur sénégalais avec ses gris-gris dans le sable | lutteur
maçon qui monte un mur | maçon
taxi compteur rouge d'Abidjan | taxi
tata somba au nord Bénin | tata somba
papillon jaune sur une fleur | papillon
un livre ouvert d'où sort un bateau pirate, des vagues et des étoiles, style conte pour enfants | livre
trois petits verres d'ataya sur un plateau avec la théière | verre | 3
kedjenou dans un canari noir sur le feu de bois | kedjenou
policier qui sifle au carrefour | policier
noix de cola dans une callebasse pour les visiteurs | noix de cola
cartable violet | cartable
statue de l'amazone a Cotonou | statue
maison moderne avec piscine, grand garage et jardin, vue de face, comme plan d'architecte pour montrer à mon client | maison
2 chefs akan en kente orange | chef | 2
coeur rouge avec écrit je t'aime Sarah | coeur
deux margouillats qui font des pompes | margouillat | 2
un balafon | balafon
infirmière en blouse bleue | infirmière
enseigne pour mon salon de coiffure Chez Tantie Affoué, tresses, tissage, perruque, avec visage de femme bien coiffée | enseigne
moto jakarta à Thiès avec un passager qui a peur | moto
boxeuse avec gants rouges | boxeuse
six crayons dans un pot | crayon | 6
parapluie oublié sur un banc | parapluie
une tortue qui gagne la course | tortue
2 singes sur une branche | singe | 2
7 zems qui attendent au carrefour Dantokpa sous la pluie | zémidjan | 7
ganvié le village sur l'eau, maisons sur pilotis et une femme qui vend des légumes dans sa barque au petit matin | village
la maitresse devant le tableau noir | maîtresse
car rapide de Dakar bleu, plein de monde, avec l'apprenti accroché derrière | car rapide
voiture de sport rouge | voiture
mécanicen couché sous un camion | mécanicien
nana benz au grand marché de Lomé avec ses rouleaux de wax | nana benz
la mariée le jour de la dot avec un foulard doré et des perles au cou | mariée
bébé au dos de sa maman attaché avec un pagne vert | bébé
deux licornes sous un arc-en-ciel | licorne | 2
5 personnes autour d'une table qui rigolent | personne | 5
egungun qui sort dans la rue à Ouidah et les gens courent | egungun
joueur de djembé | joueur de djembé
cabine mobile money avec parasol jaune au carrefour de Calavi | cabine
une bible ouverte et une bougie allumée | bible
masque zaouli rouge qui danse au village | masque
sirène aux cheveux roses | sirène
wagashi frit au marché de Parakou | wagashi
affiche tabaski avec un gros mouton blanc et le texte Bonne fête à tous | mouton
3 chameaux dans le désert au coucher du soleil | chameau | 3
une calebasse pleine de lait caillé | calebasse
maquis la nuit à Treichville avec des gens qui dansent le coupé-décalé, tables pleines de bières, le DJ au fond, guirlandes lumineuses partout | maquis
tasse de thé fumante près de la fenetre | tasse
3 chiens qui courent | chien | 3
elephant de cote d'ivoire qui porte le maillot orange et souleve la coupe de la CAN | éléphant
4 zébus à grandes cornes sur la route de Podor | zébu | 4
`
  .trim()
  .split('\n')
  .map((line) => line.split('|').map((part) => part.trim()))
  .map(([prompt = '', noun = '', count = '']) => ({ prompt, noun, count: count === '' ? null : Number(count) }))
