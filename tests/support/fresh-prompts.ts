/** Two hundred prompts as people may write them, in the words of Abidjan, Cotonou, Dakar and Lomé, then of Paris and Montréal: the prompt, its main noun, how many, what colour. */
export const freshPrompts = `
Un zémidjan qui attend ses clients devant le marché Dantokpa | zémidjan
Une assiette de garba avec du piment | garba
Deux woro-woro orange dans une rue de Cocody | woro-woro | 2 | orange
Une mama qui prépare du foutou | mama
Un grand boubou blanc brodé | boubou |  | white
Trois pirogues bleues sur la lagune | pirogues | 3 | blue
Une kora posée contre un mur | kora
Quatre djembés sous un manguier | djembés | 4
Le maquis du quartier un samedi soir | maquis
Une fille avec des tresses et des perles | fille
Un bol de tô avec sauce gombo | tô
Un verre de bissap bien rouge | bissap |  | red
Du dégué dans un gobelet | dégué
La gare de sèmè avec des taxis | gare
Un couvent vodoun à Ouidah | couvent
Une calebasse pleine de lait | calebasse
Un gbaka jaune sur le pont | gbaka |  | yellow
Un pagne wax jaune et bleu | pagne
Une vendeuse d'alloco au bord de la route | vendeuse
Un lutteur sénégalais dans l'arène | lutteur
Le car rapide multicolore de Dakar | car rapide
Un plat de yassa poulet | yassa
Une tasse de café Touba | tasse
Une marchande de poisson à Yoff | marchande
Un marabout en boubou vert | marabout |  | green
Une case au toit de paille dans le Nord-Bénin | case
Un tam-tam et un balafon | tam-tam
Un masque Gèlèdé rouge | masque |  | red
Une statue du roi Béhanzin | statue
Un régime de bananes plantain | régime
Cinq mangues mûres sur un étal | mangues | 5
Une femme qui pile le mil | femme
Un enfant talibé avec sa boîte | enfant
Un cordonnier au coin de la rue | cordonnier
Une coiffeuse qui fait des tresses | coiffeuse
Le marché de Lomé vu d'en haut | marché
Une Nana Benz avec ses pagnes | Nana Benz
Un pêcheur de Kayar avec son filet | pêcheur
Deux moutons blancs pour la Tabaski | moutons | 2 | white
Un imam devant la grande mosquée de Touba | imam
Une voyante qui lit les cauris | voyante
Un chef coutumier sur son trône | chef coutumier
Un couple en tenue traditionnelle | couple
Une bouteille de sodabi | bouteille
Trois poulets bicyclettes dans la cour | poulets | 3
Un cabri noir attaché à un arbre | cabri |  | black
Une école primaire au village | école
Un taxi-moto rouge à Lomé | taxi-moto |  | red
Une baguette de pain et du thiakry | baguette
Un verre d'attaya à la menthe | attaya
Une théière bleue sur un fourneau | théière |  | blue
Un arachidier au coucher du soleil | arachidier
Un flamboyant en fleurs | flamboyant
Un baobab géant dans la savane | baobab
Six chèvres au bord de la piste | chèvres | 6
Un caïman sacré | caïman
Une tortue géante sur la plage de Grand-Bassam | tortue
Un tisserand à son métier | tisserand
Un forgeron peul | forgeron
Une potière de Sè | potière
Un joueur de kora sur scène | joueur
Une chanteuse de coupé-décalé | chanteuse
Un danseur de zouglou | danseur
Un footballeur des Éléphants en maillot orange | footballeur |  | orange
Un supporter avec un drapeau | supporter
Une fête de génération à Abidjan | fête
Un mariage coutumier au Togo | mariage
Un baptême avec un mouton | baptême
Une pirogue rouge et un pêcheur | pirogue |  | red
Un cyber-café à Yopougon | cyber-café
Une boutique de tissus wax | boutique
Un tailleur qui coud une robe verte | tailleur
Une grand-mère qui raconte un conte au clair de lune | grand-mère
Mami Wata sortant de l'eau | Mami Wata
Un zangbéto qui tourne | zangbéto
Un revenant egungun coloré | revenant
Une brochette de suya | brochette
Un thiof grillé avec du riz | thiof
Une corbeille d'ignames | corbeille
Un sac de cacao | sac
Un planteur d'anacarde | planteur
Un conteneur au port d'Abidjan | conteneur
Le pont de Brazza sous la pluie | pont
Un hamac entre deux cocotiers | hamac
Une moto Sanya bleue | moto |  | blue
Un tablier de vendeuse de fruits | tablier
Une natte tressée multicolore | natte
Un éventail rouge en paille | éventail |  | red
Deux pilons et un mortier | pilons | 2
Un canari rempli d'eau fraîche | canari
Une lampe tempête dans la nuit | lampe
Un filet de tilapia braisé | tilapia
Trois jarres en terre cuite | jarres | 3
Un jus de gingembre avec glaçons | jus
Une cour commune à Treichville | cour
Un ventilateur bleu dans un salon de Dakar | ventilateur |  | blue
Une robe rouge en bazin | robe |  | red
Un collier de perles vertes | collier |  | green
Une infirmière du dispensaire | infirmière
Un étudiant de l'université de Lomé | étudiant
Le métro de Montréal en hiver | métro
Un caribou au bord d'un lac gelé | caribou
Une poutine extra fromage | poutine
Deux croissants dorés dans une assiette | croissants | 2
Une tuque rouge sur un banc | tuque |  | red
Un écureuil gris dans le parc du Mont-Royal | écureuil |  | grey
Une cabane à sucre sous la neige | cabane
Un joueur de hockey en bleu | joueur
Une terrasse de café à Montmartre | terrasse
Trois pigeons sur une place de Paris | pigeons | 3
Un vélo vert contre un mur | vélo |  | green
Le Sacré-Cœur au lever du jour | Sacré-Cœur
Un bateau-mouche sur la Seine | bateau-mouche
Une boulangère avec ses baguettes | boulangère
Un bouquet de roses rouges | bouquet |  | red
Un chat roux sur un rebord de fenêtre | chat
Un chien blanc qui court après une balle | chien |  | white
Une maison jaune à la campagne | maison |  | yellow
Quatre cygnes sur un étang | cygnes | 4
Un renard dans un champ de neige | renard
Une tarte aux pommes | tarte
Un plateau de fromages | plateau
Une raclette entre amis | raclette
Une fondue savoyarde | fondue
Un escargot vert sur une feuille | escargot |  | green
Un canard orange en plastique dans le bain | canard |  | orange
Un sirop d'érable en bouteille | sirop d'érable
Une citrouille orange devant la porte | citrouille |  | orange
Un bonhomme de neige avec une écharpe rouge | bonhomme de neige
Un sapin de Noël décoré | sapin
Une carte de Noël avec un renne | renne
Un logo de pâtisserie avec un cupcake rose | cupcake |  | pink
Un logo pour une école de danse | école
Un logo minimaliste d'aigle noir | aigle |  | black
Une affiche de concert de jazz | concert
Une affiche de film d'horreur avec une maison hantée | maison
Une affiche de festival avec une guitare bleue | guitare |  | blue
Un poster de motivation avec une montagne | montagne
Une pochette de rap avec une couronne | couronne
Un portrait de vieille dame souriante | dame
Un portrait d'homme barbu en noir et blanc | homme
Une jeune fille rousse aux yeux verts | fille
Un papa avec sa fille sur les épaules | papa
Une joggeuse au bord du canal | joggeuse
Un skieur en rouge dans la poudreuse | skieur
Un match de tennis sur terre battue | match
Un coureur du Tour de France en jaune | coureur
Une nageuse dans une piscine | nageuse
Un boxeur fatigué | boxeur
Un terrain de basket la nuit | terrain
Un trophée doré | trophée
Deux ballons de rugby | ballons | 2
Un anniversaire avec trois ballons bleus | anniversaire
Une bûche de Noël | bûche
Une galette des rois avec une couronne | galette
Un lapin de Pâques avec des œufs | lapin
Un feu d'artifice sur la tour Eiffel | feu d'artifice
Un clown triste | clown
Un pirate avec un perroquet vert | pirate
Une princesse en robe bleue | princesse
Un dragon vert qui dort sur un trésor | dragon |  | green
Un robot rouge rouillé | robot |  | red
Un vaisseau spatial au-dessus de Mars | vaisseau
Un extraterrestre vert dans un supermarché | extraterrestre |  | green
Une licorne rose | licorne |  | pink
Une fée assise sur un champignon | fée
Un loup gris qui hurle à la lune | loup |  | grey
Cinq hiboux sur une branche | hiboux | 5
Huit poissons dans un aquarium | poissons | 8
Un requin bleu | requin |  | blue
Une baleine qui saute hors de l'eau | baleine
Un tracteur rouge dans un champ | tracteur |  | red
Un camion de pompiers | camion
Un avion en papier | avion en papier
Une montgolfière multicolore | montgolfière
Un train de nuit | train
Une trottinette verte | trottinette |  | green
Une voiture ancienne bleue sur la côte | voiture |  | blue
Un phare dans la tempête | phare
Une bibliothèque pleine de livres | bibliothèque
Un fauteuil vert près d'une lampe | fauteuil |  | green
Une horloge comtoise | horloge
Un parapluie rouge sous la pluie | parapluie |  | red
Trois parapluies jaunes | parapluies | 3 | yellow
Une paire de lunettes noires | lunettes
Un chapeau de paille sur une chaise | chapeau
Une paire de patins à glace | patins
Une guitare électrique noire | guitare |  | black
Un violoncelle dans une église | violoncelle
Un piano blanc sur la plage | piano |  | white
Une machine à écrire sur un bureau | machine à écrire
Un appareil photo ancien | appareil photo
Un masque de carnaval de Venise | masque
Une spirale abstraite bleu et or | spirale
Des formes géométriques colorées | formes
Un mandala violet | mandala
Une texture de marbre | texture
Une émotion de solitude | émotion
Un maquis rempli d'amis qui rient | maquis
Une girafe en tricot violet | girafe |  | violet
`
  .trim()
  .split('\n')
  .map((line) => {
    const [prompt = '', noun = '', count = '', colour = ''] = line.split('|').map((part) => part.trim())
    return { prompt, noun, count: count === '' ? null : Number(count), colour: colour === '' ? null : colour }
  })

/** Nothing in them can be drawn: nobody pays for them. */
export const nonsense = [
  'asdf qsdf jklm',
  'blablabla',
  'un zorglub frobniqué',
  'xyzzy',
  '???',
  '🔥🔥🔥',
  'lorem ipsum dolor sit amet',
  'test test 123',
  'rien du tout',
  'aaaaaaaa',
  'un schtroumpfigible',
  'kjhkjh sur une table',
  'le truc machin bidule',
  '12345',
  'une émotion indicible',
]
