import type { Environment } from '../spec.ts'
import { BUS_STATIONS, ROOFTOPS } from './grammar.ts'
import { GROUND_WORDS, ROOM_WORDS } from './place-words.ts'

/** Places and kinds of picture. `subject` and `synthwave` have no words of their own: they follow from the rest. */
export const environmentWords: Readonly<Record<Exclude<Environment, 'subject' | 'synthwave'>, string>> = {
  sea: `${GROUND_WORDS.port}|${GROUND_WORDS.fishing}|quai|mer|ocean|sea|au large|grand large|vague|wave|littoral|horizon marin|bord de mer|seaside|cote|coast|tempete en mer|maritime
    |breton|bretagne|brittany|atlantique|atlantic|mediterranee|golfe de guinee|pacifique|pacific`,
  beach: `plage|beach|sable fin|lagon|rivage|shore|tropical|tropique|ile paradisiaque|caraibe|assinie|grand bassam
    |cocoteraie|baie des cocotiers`,
  islands: `ile|island|archipel|archipelago|fjord|baie|bay|crique|goree`,
  mountain: `montagne|mont|mountain|alpe|alps|sommet|summit|pic|peak|massif|pyrenee|himalaya|cime|alpin|alpine|vallee|valley
    |refuge|kilimandjaro|kilimanjaro|atlas`,
  lake: `lac|lake|etang|pond|reflet|reflection|riviere|river|cascade|waterfall|miroir d eau|chute d eau|cours d eau
    |sur l eau|dans l eau|on the water|in the water|canal|rive|ruisseau|torrent|barrage`,
  lagoon: `fleuve|fleuve niger|fleuve congo|fleuve senegal|marigot|marche sur l eau|marche flottant|marche lacustre|marche de ganvie|floating market|lagune|lagoon|lagune ebrie|mangrove|ganvie|cite lacustre|village lacustre|delta|palmeraie|stilt house
    |maison sur pilotis|pilotis|bayou`,
  hills: `${GROUND_WORDS.farm}|mont royal|colline|hill|campagne|countryside|prairie|meadow|pre|paturage|bocage|toscane|tuscany|vallon|normandie|irlande
    |highland|fouta djalon|fouta djallon`,
  field: `champ|field|ble|wheat|provence|plaine|plain|moisson|recolte|harvest|vignoble|vigne|vineyard|rural|mil|millet
    |sorgho|plantation|coton|ferme agricole|agriculture
    |${GROUND_WORDS.maize}|${GROUND_WORDS.cotton}|${GROUND_WORDS.yams}|${GROUND_WORDS.cocoa}|${GROUND_WORDS.rice}`,
  desert: `desert|dune|sahara|sable|sand|oasis|bedouin|touareg|tuareg|tenere|caravane`,
  canyon: `canyon|far west|western|monument valley|arizona|mesa|gorge|falaise de bandiagara`,
  forest: `foret|forest|bois|wood|sous bois|clairiere|glade|jungle|arbre|tree|sapin|pine|sentier|chemin forestier|sylve
    |foret tropicale|rainforest|brousse epaisse|foret sacree`,
  city: `ville|city|metropole|metropolis|gratte ciel|skyscraper|skyline|immeuble|building|urbain|urban|rue|street|new york
    |tokyo|manhattan|megalopole|cite|quartier|abidjan|dakar|lagos|cotonou|accra|lome|bamako|ouagadougou|conakry|douala
    |yaounde|kinshasa|brazzaville|libreville|nairobi|le plateau|du plateau|au plateau|cocody|yopougon|treichville|adjame|boulevard|avenue|circulation|trafic|montreal|quebec|toronto|ottawa|bruxelles|lyon|marseille|geneve
    |pont houphouet boigny|${ROOFTOPS}|${GROUND_WORDS.balcony}`,
  paris: `paris|parisien|parisienne|montmartre|haussmannien|tour eiffel|eiffel|eiffel tower|seine`,
  village: `village|hameau|bourg|chaumiere|cottage|medieval`,
  orient: `marrakech|medina|orient|oriental|istanbul|mosquee|mosque|mille et une nuits|bagdad|casbah|kasbah|le caire
    |djenne|tombouctou|timbuktu|banco|agadez|fes`,
  market: `marche africain|marche colore|marche couvert|jour de marche|place du marche|marche|market
    |marketplace|souk|bazar|bazaar|etal|etals|stall|marchande de fruits|vendeuse|vendeuse de fruits|street market
    |marche de treichville|marche d adjame|marche sandaga`,
  courtyard: `${GROUND_WORDS.site}|mur de briques|mur de brique|mur en briques|mur en brique|mur de briques rouges|brick wall|cour|cour commune|cour familiale|courtyard|yard|backyard|concession|maquis|bar de nuit|buvette|terrasse|terrace|guinguette|arbre a palabres
    |palaver tree|veillee|place du village`,
  space: `espace|space|galaxie|galaxy|cosmos|cosmique|cosmic|nebuleuse|nebula|univers|universe|interstellaire|stellaire
    |orbite|orbit|voie lactee|milky way`,
  moon: `surface lunaire|sol lunaire|moon surface|lunaire|sur la lune|on the moon|depuis la lune|from the moon`,
  mars: `mars|martien|martian|planete rouge|exoplanete|planete extraterrestre|alien planet|extraterrestre`,
  underwater: `fond de l ocean|fond de la mer|fond de l eau|au fond de l ocean|au fond de la mer|sous marin|underwater|fond marin|corail|coraux|coral|recif|reef|abysse|abyss|aquatique|oceanique profond|plongee
    |aquarium|sous l eau|sous la mer`,
  volcano: `volcan|volcano|coulee de lave|lave en fusion|riviere de lave|lava|eruption`,
  ice: `banquise|arctique|arctic|antarctique|pole nord|iceberg|glacier|toundra|laponie|islande|iceland|norvege|etang gele|frozen pond`,
  savanna: `savane|savanna|savannah|safari|afrique|africa|africain|africaine|african|serengeti|kenya|acacia|brousse|sahel
    |burkina|mali|niger|senegal|benin|togo|masai|massai`,
  wax: `wax|pagne|tissu africain|tissu|textile|kente|bogolan|ankara|african fabric|fabric|imprime africain|faso dan fani
    |motif wax|boubou`,
  garden: `${GROUND_WORDS.graves}|${GROUND_WORDS.playground}|${GROUND_WORDS.park}|${GROUND_WORDS.basin}|parc la fontaine|jardin|garden|parc|park|verger|orchard|zen|roseraie|potager`,
  japan: `japon|japan|japonais paysage|kyoto|mont fuji|fuji|torii|pagode|pagoda|temple japonais|sanctuaire`,
  sky: `ciel|sky|nuage|cloud|celeste|paradis|heaven|dans les airs|au dessus des nuages|mer de nuages|sea of clouds`,
  abstract: `marbre|texture de marbre|vortex|tourbillon|abstrait|abstraite|abstract|abstraction|forme|shape|texture|motif|pattern|fluide|fluid|psychedelique
    |psychedelic|energie|energy|chaos`,
  mandala: `mandala|kaleidoscope|rosace|symetrie radiale|sacred geometry|geometrie sacree`,
  fractal: `fractale|fractal|julia|mandelbrot`,
  geometry: `formes geometriques|spirale|spiral|losange|damier|geometrique|geometric|bauhaus|kandinsky|cercle|circle|triangle|carre|constructivisme|suprematisme|mondrian`,
  bouquet: `bouquet|nature morte|still life|vase|composition florale|floral`,
  table:
    'sur une table|sur la table|sur une table en bois|sur une nappe|table en bois|sur le bureau|sur un bureau|sur son bureau|sur mon bureau|sur sa table|sur ma table|sur la nappe|on a desk|on the desk|on my desk|on a table|on the table|on a wooden table',
  interior: `salon|living room|salle a manger|appartement|dans une maison|salle de bain|atelier|workshop
    |cuisine africaine|bureau|${Object.values(ROOM_WORDS).join('|')}`,
  stage: `${GROUND_WORDS.club}|sur scene|on stage|podium|scene de concert`,
  street: `trottoir|sidewalk|ruelle|bord de la route|bord de route|bord de la voie|bord du goudron|roadside|${BUS_STATIONS}
    |${[GROUND_WORDS.span, GROUND_WORDS.fuel, GROUND_WORDS.jam, GROUND_WORDS.crossing, GROUND_WORDS.quarter].join('|')}`,
  stadium:
    'dans un stade|au stade|stade rempli|terrain de foot|terrain de football|terrain de sport|football pitch|football field|terrain vague de foot',
  portrait: `portrait|avatar|photo de profil|image de profil|profile picture|headshot|photo d identite|visage|face|buste|profil|profile`,
}
