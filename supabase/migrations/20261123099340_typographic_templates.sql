-- Our own workflows again, in typographic apostrophes.

select app.give_template($template${
  "slug": "affiche-evenement",
  "goal": "affiche",
  "title": "Affiche d’événement",
  "summary": "Deux propositions d’affiche verticale, avec la place du titre en haut ; vous gardez la meilleure, agrandie pour l’impression.",
  "labels": {"title_en": "Event poster", "summary_en": "Two upright posters with room for the title at the top; you keep the better one, enlarged for print."},
  "inputs": [
    {"name": "evenement", "label": "L’événement", "label_en": "The event", "kind": "text", "required": true, "default": "un festival de musique au bord de la lagune", "max": 200},
    {"name": "scene", "label": "Ce qu’on y voit", "label_en": "What is to be seen", "kind": "long_text", "required": true, "default": "une fanfare de cuivres devant des pirogues, au crépuscule", "max": 500},
    {"name": "couleurs", "label": "Couleurs", "label_en": "Colours", "kind": "text", "required": true, "default": "orange, indigo et or", "max": 120},
    {"name": "style", "label": "Style", "label_en": "Style", "kind": "choice", "required": true, "default": "sérigraphie aux aplats francs", "options": [{"value": "sérigraphie aux aplats francs", "label": "Sérigraphie", "label_en": "Screen print"}, {"value": "affiche peinte à la gouache", "label": "Gouache", "label_en": "Gouache"}, {"value": "art déco géométrique", "label": "Art déco", "label_en": "Art deco"}, {"value": "aquarelle lumineuse", "label": "Aquarelle", "label_en": "Watercolour"}]}],
  "steps": [
    {"kind": "enhance", "title": "Enrichir la description", "title_en": "Enrich the description", "settings": {"prompt": "Affiche verticale pour {evenement} : {scene}, {couleurs}, {style}, grand ciel dégagé en haut pour le titre, composition centrée"}, "takes": {}},
    {"kind": "generate", "title": "Peindre deux affiches", "title_en": "Paint two posters", "settings": {"width": 832, "height": 1216, "count": 2, "negative_prompt": "texte, lettres, filigrane, cadre"}, "takes": {"prompt": {"step": 0, "field": "prompt"}}},
    {"kind": "choose", "title": "Choisir la meilleure", "title_en": "Choose the best one", "settings": {}, "takes": {"images": {"step": 1, "field": "images"}}},
    {"kind": "upscale", "title": "Agrandir (sans IA)", "title_en": "Enlarge (without AI)", "settings": {}, "takes": {"image": {"step": 2, "field": "image"}}}]
}$template$);

select app.give_template($template${
  "slug": "portrait-stylise",
  "goal": "portrait",
  "title": "Portrait stylisé",
  "summary": "Deux portraits dans le style de votre choix, d’après une photo si vous en donnez une ; vous gardez le plus ressemblant, agrandi.",
  "labels": {"title_en": "Stylised portrait", "summary_en": "Two portraits in a style of your choice, after a photo if you give one; you keep the better likeness, enlarged."},
  "inputs": [
    {"name": "photo", "label": "Photo (facultative)", "label_en": "Photo (optional)", "kind": "image", "required": false, "max": 1},
    {"name": "personne", "label": "La personne", "label_en": "The person", "kind": "text", "required": true, "default": "une jeune femme souriante, cheveux tressés, boucles dorées", "max": 300},
    {"name": "tenue", "label": "La tenue", "label_en": "The clothes", "kind": "text", "required": true, "default": "boubou bleu brodé de fil d’or", "max": 200},
    {"name": "style", "label": "Style", "label_en": "Style", "kind": "choice", "required": true, "default": "peinture à l’huile", "options": [{"value": "peinture à l’huile", "label": "Peinture à l’huile", "label_en": "Oil painting"}, {"value": "gravure sur bois en deux couleurs", "label": "Gravure sur bois", "label_en": "Woodcut"}, {"value": "illustration à aplats", "label": "Illustration", "label_en": "Flat illustration"}, {"value": "aquarelle délicate", "label": "Aquarelle", "label_en": "Watercolour"}]},
    {"name": "fond", "label": "Arrière-plan", "label_en": "Background", "kind": "text", "required": true, "default": "motif wax estompé, teintes chaudes", "max": 200}],
  "steps": [
    {"kind": "generate", "title": "Peindre deux portraits", "title_en": "Paint two portraits", "settings": {"prompt": "Portrait de {personne}, {tenue}, cadré aux épaules, lumière douce de fenêtre, {fond} en arrière-plan, {style}", "negative_prompt": "mains, texte, filigrane, visage déformé", "width": 832, "height": 1216, "count": 2}, "takes": {"images": {"input": "photo"}}},
    {"kind": "choose", "title": "Choisir la meilleure", "title_en": "Choose the best one", "settings": {}, "takes": {"images": {"step": 0, "field": "images"}}},
    {"kind": "upscale", "title": "Agrandir (sans IA)", "title_en": "Enlarge (without AI)", "settings": {}, "takes": {"image": {"step": 1, "field": "image"}}}]
}$template$);

select app.give_template($template${
  "slug": "fiche-produit",
  "goal": "produit",
  "title": "Fiche produit",
  "summary": "Le produit sur fond uni, puis en situation, avec une description prête à coller ; le tout devient un brouillon privé à publier.",
  "labels": {"title_en": "Product sheet", "summary_en": "The product on a plain background, then in use, with a description to paste; it becomes a private draft to publish."},
  "inputs": [
    {"name": "photos", "label": "Photos du produit (facultatives)", "label_en": "Photos of the product (optional)", "kind": "image", "required": false, "max": 3},
    {"name": "produit", "label": "Le produit", "label_en": "The product", "kind": "text", "required": true, "default": "une bouteille de jus de bissap artisanal", "max": 90},
    {"name": "fond", "label": "Fond", "label_en": "Background", "kind": "text", "required": true, "default": "fond uni couleur sable", "max": 120},
    {"name": "situation", "label": "En situation", "label_en": "In use", "kind": "long_text", "required": true, "default": "posée sur une table en bois, terrasse ombragée, feuilles de menthe et glaçons", "max": 400}],
  "steps": [
    {"kind": "generate", "title": "Photographier sur fond uni", "title_en": "On a plain background", "settings": {"prompt": "{produit}, photo de produit en studio, {fond}, lumière douce latérale, ombre légère, net, centré", "negative_prompt": "texte, filigrane, mains, désordre", "width": 1024, "height": 1024}, "takes": {"images": {"input": "photos"}}},
    {"kind": "remix", "title": "Mettre en situation", "title_en": "In use", "settings": {"prompt": "{produit}, {situation}, photo lifestyle, lumière naturelle du matin, faible profondeur de champ", "negative_prompt": "texte, filigrane", "influence": 0.6}, "takes": {"image": {"step": 0, "field": "image"}}},
    {"kind": "analyse", "title": "Décrire l’image", "title_en": "Describe the picture", "settings": {}, "takes": {"image": {"step": 1, "field": "image"}}},
    {"kind": "publish", "title": "Préparer le brouillon", "title_en": "Prepare the draft", "settings": {"title": "{produit}", "description": "{produit}. {description}", "hashtags": "produit, boutique", "visibility": "private"}, "takes": {"image": {"step": 1, "field": "image"}, "description": {"step": 2, "field": "description"}}}]
}$template$);

select app.give_template($template${
  "slug": "carte-invitation",
  "goal": "carte",
  "title": "Carte d’invitation",
  "summary": "Le recto d’une carte avec la place du texte au centre, et un verso assorti.",
  "labels": {"title_en": "Invitation card", "summary_en": "The front of a card with room for the text in the middle, and a matching back."},
  "inputs": [
    {"name": "occasion", "label": "L’occasion", "label_en": "The occasion", "kind": "text", "required": true, "default": "un mariage au bord de la mer", "max": 200},
    {"name": "ornements", "label": "Ornements", "label_en": "Ornaments", "kind": "text", "required": true, "default": "guirlande de frangipaniers et feuilles de palmier", "max": 200},
    {"name": "couleurs", "label": "Couleurs", "label_en": "Colours", "kind": "text", "required": true, "default": "ivoire, vert sauge et doré", "max": 120},
    {"name": "style", "label": "Style", "label_en": "Style", "kind": "choice", "required": true, "default": "aquarelle délicate", "options": [{"value": "aquarelle délicate", "label": "Aquarelle", "label_en": "Watercolour"}, {"value": "papier découpé", "label": "Papier découpé", "label_en": "Cut paper"}, {"value": "gravure botanique", "label": "Gravure botanique", "label_en": "Botanical engraving"}]}],
  "steps": [
    {"kind": "generate", "title": "Peindre deux rectos", "title_en": "Paint two fronts", "settings": {"prompt": "Carte d’invitation pour {occasion}, bordure de {ornements}, {couleurs}, grand espace vide et clair au centre pour le texte, {style}, symétrique", "negative_prompt": "texte, lettres, personnes, filigrane", "width": 832, "height": 1216, "count": 2}, "takes": {}},
    {"kind": "choose", "title": "Choisir la meilleure", "title_en": "Choose the best one", "settings": {}, "takes": {"images": {"step": 0, "field": "images"}}},
    {"kind": "remix", "title": "Peindre le verso", "title_en": "Paint the back", "settings": {"prompt": "Verso de carte, semis discret de {ornements}, {couleurs}, {style}, motif régulier et léger", "negative_prompt": "texte, lettres, personnes, filigrane", "influence": 0.5}, "takes": {"image": {"step": 1, "field": "image"}}},
    {"kind": "upscale", "title": "Agrandir (sans IA)", "title_en": "Enlarge (without AI)", "settings": {}, "takes": {"image": {"step": 1, "field": "image"}}}]
}$template$);
