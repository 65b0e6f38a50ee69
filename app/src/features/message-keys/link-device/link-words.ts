/** What people compare on two devices: words that are hard to take for each other, on every device in the same language. */
const words = `
  abeille abricot acajou acier agneau aigle ananas ancre antilope arbre argent argile atelier avion avocat
  balcon baleine bambou banane banjo bateau beurre biche bijou biscuit bouteille brise brosse brouette buffle
  cabane cacao cactus calebasse camion canard cannelle canoë carotte cascade castor ceinture cerise chaise
  chameau chapeau chat chemise cheval cigale citron clairon clavier cloche clou coquille corail corbeau coton
  coussin crabe crayon cuisine cuivre damier dauphin dentelle désert diamant dindon domino drapeau escargot
  échelle écluse école écureuil éléphant épice épingle étoile éventail fagot faucon fenêtre fer feutre figue
  filet flamme flanelle fleuve flûte fontaine forêt forge fougère fourmi fraise fusée galet gazelle gingembre
  girafe glace goyave grappe grenier grenouille guitare hamac haricot harpe herbe hibou hirondelle horloge huile
  igname indigo iris ivoire jardin jasmin jument jupe kapok kiosque lagune lampe lanterne lavande lézard liane
  lilas lion livre loupe lumière lune lynx mangrove mangue manioc marbre marmite marteau melon menthe mésange
  miel mil miroir moineau montagne mouette moulin mouton muguet musique nacre navire nectar neige noisette noix
  nuage oasis ocarina ocre oignon oiseau olive ombre orage orchidée orgue ours palmier panier panthère papaye
  papillon parasol pastel patate peigne perle pélican phare piano piment pirogue planche plume poivre pomme
  poncho pont porte poulpe prune puits quartz quille radeau radis raisin rame rideau rivière robe rocher roseau
  ruban rubis sable safran saphir savane sel serrure sirop soleil sorbet source statue sucre tambour tapis
  taureau théière tigre toit tomate tortue toucan tresse trèfle tulipe tunnel turban vague valise vanille
  velours vent verger violon voile volcan wagon yaourt zèbre zinc zorille
`
  .trim()
  .split(/\s+/u)

/** For each number from 0 to 255. */
export function wordsOf(numbers: readonly number[]): string[] {
  return numbers.map((number) => words[number] ?? '')
}
