// Which drawings are shipped, by family. Left out: flags, signs, clocks, buttons, smileys, hands, faces of animals that
// have a body, and what misleads (an anatomical heart for love, a slot machine for « machine »).

/** Family, then the names of the icon package. */
const SELECTION: Readonly<Record<string, string>> = {
  animal: `badger bat bear beaver bison black-cat boar camel cat chipmunk cow crocodile deer dog donkey elephant ewe fox
    frog giraffe goat gorilla guide-dog hamster hedgehog hippopotamus horse kangaroo koala leopard lion lizard llama
    mammoth monkey moose mouse orangutan otter ox panda pig polar-bear poodle rabbit raccoon ram rat rhinoceros
    sauropod service-dog skunk sloth snake t-rex tiger turtle two-hump-camel water-buffalo wolf zebra unicorn dragon`,
  bird: `baby-chick black-bird bird chicken dodo dove duck eagle flamingo front-facing-baby-chick goose hatching-chick
    owl parrot peacock penguin phoenix rooster swan turkey`,
  sea: `blowfish coral crab dolphin fish jellyfish lobster octopus orca oyster seal shark shrimp spiral-shell
    spouting-whale squid tropical-fish whale`,
  insect: `ant beetle bug butterfly cockroach cricket fly honeybee lady-beetle monarch-butterfly scorpion snail
    spider spider-web worm`,
  plant: `blossom bouquet cactus cherry-blossom deciduous-tree empty-nest evergreen-tree fallen-leaf feather
    four-leaf-clover herb hibiscus hyacinth leaf-fluttering-in-wind leafless-tree lotus maple-leaf mushroom
    nest-with-eggs palm-tree potted-plant rose rosette seedling shamrock sheaf-of-rice sunflower tulip white-flower
    wilted-flower brown-mushroom wood rock christmas-tree pine-decoration`,
  food: `avocado bacon bagel baguette-bread banana beans bell-pepper bento-box birthday-cake blueberries bread broccoli
    burrito butter candy canned-food carrot cheese-wedge cherries chestnut chocolate-bar coconut cooked-rice cookie
    croissant cucumber cupcake curry-rice custard cut-of-meat dango doughnut dumpling ear-of-corn egg eggplant
    falafel fish-cake-with-swirl flatbread fondue fortune-cookie french-fries fried-shrimp garlic ginger-root grapes
    green-apple green-salad hamburger honey-pot hot-dog hot-pepper ice-cream kiwi-fruit leafy-green lemon lime
    lollipop mango meat-on-bone melon moon-cake oden olive onion pancakes pea-pod peach peanuts pear pickle pie
    pineapple pizza popcorn pot-of-food potato poultry-leg pretzel red-apple rice-ball rice-cracker
    roasted-sweet-potato root-vegetable salt sandwich shallow-pan-of-food shaved-ice shortcake soft-ice-cream
    spaghetti steaming-bowl strawberry stuffed-flatbread sushi taco takeout-box tamale tangerine tomato waffle
    watermelon cooking fork-and-knife-with-plate bowl-with-spoon`,
  drink: `baby-bottle beer-mug beverage-box bottle-with-popping-cork bubble-tea clinking-beer-mugs clinking-glasses
    cocktail-glass cup-with-straw glass-of-milk hot-beverage ice jar mate sake teacup-without-handle teapot
    tropical-drink tumbler-glass wine-glass`,
  vehicle: `ambulance articulated-lorry auto-rickshaw automobile bicycle bullet-train bus delivery-truck fire-engine
    high-speed-train kick-scooter light-rail locomotive metro minibus monorail motor-scooter motorcycle
    mountain-cableway mountain-railway oncoming-automobile oncoming-bus oncoming-police-car oncoming-taxi
    pickup-truck police-car racing-car railway-car roller-skate skateboard sport-utility-vehicle suspension-railway
    taxi tractor train tram tram-car trolleybus manual-wheelchair motorized-wheelchair shopping-cart sled
    aerial-tramway`,
  boat: `canoe ferry motor-boat passenger-ship sailboat ship speedboat`,
  aircraft: `airplane airplane-arrival airplane-departure comet flying-saucer helicopter parachute rocket satellite
    shooting-star small-airplane balloon kite ringed-planet`,
  building: `bank barber-pole beach-with-umbrella bellhop-bell building-construction camping
    carousel-horse castle church circus-tent classical-building department-store derelict-house
    factory ferris-wheel fountain fuel-pump hindu-temple hospital hotel house house-with-garden houses hut
    japanese-castle kaaba lighthouse moai mosque office-building playground-slide post-office
    roller-coaster school shinto-shrine stadium station statue-of-liberty synagogue tent
    tokyo-tower headstone satellite-antenna snowman snowman-without-snow`,
  person: `artist astronaut baby ballet-dancer breast-feeding construction-worker cook detective elf factory-worker farmer
    firefighter guard health-worker horse-racing judge man-artist man-astronaut man-biking man-bouncing-ball
    man-bowing man-cartwheeling man-climbing man-construction-worker man-cook man-dancing man-detective
    man-factory-worker man-farmer man-feeding-baby man-firefighter man-getting-haircut man-getting-massage
    man-golfing man-guard man-health-worker man-in-lotus-position man-in-manual-wheelchair man-in-tuxedo man-judge
    man-juggling man-kneeling man-lifting-weights man-mechanic man-mountain-biking man-office-worker man-pilot
    man-playing-handball man-playing-water-polo man-police-officer man-rowing-boat man-running man-scientist
    man-singer man-standing man-student man-superhero man-surfing man-swimming man-teacher man-technologist
    man-walking man-wearing-turban man-with-white-cane mechanic men-holding-hands men-wrestling 
    people-holding-hands people-wrestling person-biking person-bouncing-ball person-cartwheeling
    person-climbing person-fencing person-feeding-baby person-golfing person-in-bed person-in-lotus-position
    person-in-tuxedo person-juggling person-kneeling person-lifting-weights person-mountain-biking
    person-playing-handball person-playing-water-polo person-rowing-boat person-running person-standing
    person-surfing person-swimming person-taking-bath person-walking person-wearing-turban person-with-crown
    person-with-skullcap pilot police-officer pregnant-woman prince princess scientist singer skier snowboarder
    student superhero supervillain teacher technologist woman-and-man-holding-hands woman-artist woman-astronaut
    woman-biking woman-bouncing-ball woman-cartwheeling woman-climbing woman-construction-worker woman-cook
    woman-dancing woman-detective woman-factory-worker woman-farmer woman-feeding-baby woman-firefighter
    woman-getting-haircut woman-getting-massage woman-golfing woman-guard woman-health-worker
    woman-in-lotus-position woman-in-manual-wheelchair woman-in-tuxedo woman-judge woman-juggling woman-kneeling
    woman-lifting-weights woman-mechanic woman-mountain-biking woman-office-worker woman-pilot
    woman-playing-handball woman-playing-water-polo woman-police-officer woman-rowing-boat woman-running
    woman-scientist woman-singer woman-standing woman-student woman-superhero woman-surfing woman-swimming
    woman-teacher woman-technologist woman-walking woman-wearing-turban woman-with-headscarf woman-with-veil
    woman-with-white-cane women-holding-hands women-wrestling santa-claus mrs-claus`,
  head: `boy child girl man man-bald man-beard man-curly-hair man-white-hair old-man old-woman older-person person
    person-bald person-beard person-curly-hair person-white-hair woman woman-bald woman-curly-hair woman-white-hair`,
  fantasy: `alien alien-monster fairy genie ghost goblin mage man-elf man-fairy man-genie man-mage man-vampire
    man-zombie mermaid merman merperson ninja ogre robot skull troll vampire woman-elf woman-fairy woman-genie
    woman-mage woman-vampire woman-zombie zombie jack-o-lantern crystal-ball magic-wand treasure-chest
    hairy-creature teddy-bear`,
  instrument: `accordion banjo drum flute guitar harp long-drum maracas musical-keyboard postal-horn saxophone trombone trumpet
    violin microphone studio-microphone headphone radio`,
  sport: `american-football badminton baseball basketball bowling boxing-glove bow-and-arrow bullseye cricket-game
    curling-stone diving-mask field-hockey fishing-pole flag-in-hole flying-disc goal-net ice-hockey ice-skate
    lacrosse martial-arts-uniform ping-pong pool-8-ball rugby-football running-shirt skis soccer-ball softball
    sports-medal tennis trophy volleyball yo-yo military-medal boomerang joystick video-game
    game-die chess-pawn`,
  festive: `confetti-ball firecracker fireworks mirror-ball party-popper performing-arts pinata red-envelope
    red-paper-lantern ribbon sparkler tanabata-tree wrapped-gift wind-chime carp-streamer kimono japanese-dolls
    nesting-dolls puzzle-piece framed-picture artist-palette clapper-board red-heart heart-with-ribbon
    heart-with-arrow broken-heart fire star glowing-star crescent-moon sun droplet rainbow cloud snowflake`,
  clothes: `backpack ballet-shoes bikini billed-cap briefcase briefs clutch-bag coat crown dress flat-shoe glasses gloves
    goggles handbag high-heeled-shoe hiking-boot jeans lab-coat lipstick mans-shoe military-helmet necktie
    one-piece-swimsuit prayer-beads purse rescue-workers-helmet ring running-shoe safety-vest sari scarf shorts
    socks sunglasses t-shirt thong-sandal top-hat watch womans-boot womans-clothes womans-hat womans-sandal
    hair-pick folding-hand-fan closed-umbrella umbrella gem-stone shopping-bags razor`,
  furniture: `bathtub bed chair couch-and-lamp door elevator mirror seat shower toilet window desktop-computer television
    ladder file-cabinet world-map`,
  thing: `abacus alarm-clock amphora anchor axe balance-scale basket battery bell bomb books blue-book brick broom bucket
    bubbles calendar camera camera-with-flash candle card-index carpentry-saw chains chopsticks closed-book
    closed-mailbox-with-raised-flag coffin coin compass crayon crossed-swords crutch dagger diya-lamp
    dollar-banknote dna electric-plug envelope euro-banknote film-projector fire-extinguisher flashlight
    fork-and-knife funeral-urn gear globe-showing-europe-africa green-book hammer hammer-and-pick hammer-and-wrench
    hook hourglass-done key keyboard kitchen-knife knot laptop ledger light-bulb locked lotion-bottle loudspeaker
    luggage magnet magnifying-glass-tilted-left mantelpiece-clock megaphone memo microscope mobile-phone money-bag
    mouse-trap movie-camera net-with-handle newspaper notebook notebook-with-decorative-cover nut-and-bolt oil-drum
    old-key open-book optical-disk orange-book package paintbrush paperclip pen pencil petri-dish pick pill plunger
    pound-banknote postbox printer ring-buoy roll-of-paper safety-pin scissors screwdriver scroll sewing-needle
    shield shovel soap spiral-calendar spiral-notepad sponge spoon stethoscope stopwatch straight-ruler syringe
    telephone telescope test-tube thermometer thread toolbox toothbrush triangular-ruler video-camera wastebasket
    water-pistol wheel white-cane wrench yarn bone tooth fountain-pen black-nib police-car-light
    vertical-traffic-light`,
}

export function selectedNames(): { name: string; family: string }[] {
  return Object.entries(SELECTION).flatMap(([family, names]) =>
    names
      .trim()
      .split(/\s+/)
      .map((name) => ({ name, family })),
  )
}
