-- Our own workflows. Each runs at once with what its form shows at first; on the hosted service as here, they come with
-- the migrations, and a later migration that gives one of them anew makes its next version.

create function app.give_template(p_template jsonb) returns void
language plpgsql
set search_path = ''
as $$
declare
  saved public.workflows;
begin
  perform app.check_workflow(p_template - 'slug' - 'labels');
  insert into public.workflows (slug, title, visibility)
  values (p_template ->> 'slug', p_template ->> 'title', 'public')
  on conflict (slug) do update set title = excluded.title
  returning * into saved;
  update public.workflows w
  set summary = p_template ->> 'summary', goal = p_template ->> 'goal', labels = p_template -> 'labels',
    current_version = app.keep_version(saved, p_template -> 'steps', p_template -> 'inputs')
  where w.id = saved.id;
end
$$;
comment on function app.give_template(jsonb) is 'Writes one of our own workflows, known by its slug: the same again changes nothing.';

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
  "slug": "motif-wax",
  "goal": "motif",
  "title": "Motif wax",
  "summary": "Un motif de tissu à répéter, puis le même dans une seconde gamme de couleurs : une paire prête pour un pagne.",
  "labels": {"title_en": "Wax pattern", "summary_en": "A repeating fabric pattern, then the same one in a second range of colours: a pair, ready for cloth."},
  "inputs": [
    {"name": "motifs", "label": "Motifs", "label_en": "Figures", "kind": "text", "required": true, "default": "hibiscus et poissons", "max": 200},
    {"name": "couleurs", "label": "Couleurs", "label_en": "Colours", "kind": "text", "required": true, "default": "indigo, safran et ivoire", "max": 120},
    {"name": "autres_couleurs", "label": "Secondes couleurs", "label_en": "Second colours", "kind": "text", "required": true, "default": "vert profond, rouge brique et crème", "max": 120},
    {"name": "trame", "label": "Disposition", "label_en": "Layout", "kind": "choice", "required": true, "default": "en médaillons", "options": [{"value": "en médaillons", "label": "Grands médaillons", "label_en": "Large medallions"}, {"value": "semis serré et régulier", "label": "Semis serré", "label_en": "Dense scatter"}, {"value": "bandes horizontales alternées", "label": "Bandes", "label_en": "Stripes"}]}],
  "steps": [
    {"kind": "generate", "title": "Dessiner deux motifs", "title_en": "Draw two patterns", "settings": {"prompt": "Motif wax : {motifs}, {couleurs}, {trame}, contours nets, aplats francs, répétition régulière", "negative_prompt": "personnes, visages, perspective, ombres portées, texte", "width": 1024, "height": 1024, "count": 2}, "takes": {}},
    {"kind": "choose", "title": "Choisir la meilleure", "title_en": "Choose the best one", "settings": {}, "takes": {"images": {"step": 0, "field": "images"}}},
    {"kind": "remix", "title": "Décliner les couleurs", "title_en": "Change the colours", "settings": {"prompt": "Motif wax : {motifs}, {autres_couleurs}, {trame}, contours nets, aplats francs", "negative_prompt": "personnes, visages, perspective, texte", "influence": 0.7}, "takes": {"image": {"step": 1, "field": "image"}}},
    {"kind": "upscale", "title": "Agrandir (sans IA)", "title_en": "Enlarge (without AI)", "settings": {}, "takes": {"image": {"step": 1, "field": "image"}}}]
}$template$);

select app.give_template($template${
  "slug": "portrait-stylise",
  "goal": "portrait",
  "title": "Portrait stylisé",
  "summary": "Deux portraits dans le style de votre choix, d’après une photo si vous en donnez une ; vous gardez le plus ressemblant, agrandi.",
  "labels": {"title_en": "Stylised portrait", "summary_en": "Two portraits in a style of your choice, after a photo if you give one; you keep the better likeness, enlarged."},
  "inputs": [
    {"name": "photo", "label": "Photo (facultative)", "label_en": "Photo (optional)", "kind": "image", "required": false, "max": 1},
    {"name": "personne", "label": "La personne", "label_en": "The person", "kind": "text", "required": true, "default": "une jeune femme en boubou bleu", "max": 300},
    {"name": "tenue", "label": "La tenue", "label_en": "The clothes", "kind": "text", "required": true, "default": "foulard doré", "max": 200},
    {"name": "style", "label": "Style", "label_en": "Style", "kind": "choice", "required": true, "default": "peinture à l’huile", "options": [{"value": "peinture à l’huile", "label": "Peinture à l’huile", "label_en": "Oil painting"}, {"value": "gravure sur bois en deux couleurs", "label": "Gravure sur bois", "label_en": "Woodcut"}, {"value": "illustration à aplats", "label": "Illustration", "label_en": "Flat illustration"}, {"value": "aquarelle délicate", "label": "Aquarelle", "label_en": "Watercolour"}]},
    {"name": "fond", "label": "Arrière-plan", "label_en": "Background", "kind": "text", "required": true, "default": "fond uni ocre", "max": 200}],
  "steps": [
    {"kind": "generate", "title": "Peindre deux portraits", "title_en": "Paint two portraits", "settings": {"prompt": "Portrait de face : {personne}, {tenue}, {fond}, {style}", "negative_prompt": "mains, texte, filigrane, visage déformé", "width": 832, "height": 1216, "count": 2}, "takes": {"images": {"input": "photo"}}},
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
    {"name": "produit", "label": "Le produit", "label_en": "The product", "kind": "text", "required": true, "default": "un sac à main en cuir", "max": 90},
    {"name": "fond", "label": "Fond", "label_en": "Background", "kind": "text", "required": true, "default": "fond uni ocre", "max": 120},
    {"name": "situation", "label": "En situation", "label_en": "In use", "kind": "long_text", "required": true, "default": "sur une table en bois, devant un marché", "max": 400}],
  "steps": [
    {"kind": "generate", "title": "Photographier sur fond uni", "title_en": "On a plain background", "settings": {"prompt": "{produit}, photo de produit en studio, {fond}, lumière douce latérale, ombre légère, net, centré", "negative_prompt": "texte, filigrane, mains, désordre", "width": 1024, "height": 1024}, "takes": {"images": {"input": "photos"}}},
    {"kind": "remix", "title": "Mettre en situation", "title_en": "In use", "settings": {"prompt": "{produit}, {situation}, photo lifestyle, lumière naturelle du matin, faible profondeur de champ", "negative_prompt": "texte, filigrane", "influence": 0.6}, "takes": {"image": {"step": 0, "field": "image"}}},
    {"kind": "analyse", "title": "Décrire l’image", "title_en": "Describe the picture", "settings": {}, "takes": {"image": {"step": 1, "field": "image"}}},
    {"kind": "publish", "title": "Préparer le brouillon", "title_en": "Prepare the draft", "settings": {"title": "{produit}", "description": "{produit}. {description}", "hashtags": "produit, boutique", "visibility": "private"}, "takes": {"image": {"step": 1, "field": "image"}, "description": {"step": 2, "field": "description"}}}]
}$template$);

select app.give_template($template${
  "slug": "bande-dessinee",
  "goal": "bd",
  "title": "Bande dessinée en 4 cases",
  "summary": "Une histoire en quatre images : la première fixe le personnage et le trait, les trois autres la reprennent.",
  "labels": {"title_en": "Comic in 4 panels", "summary_en": "A story in four pictures: the first sets the character and the line, the other three follow it."},
  "inputs": [
    {"name": "heros", "label": "Le personnage", "label_en": "The character", "kind": "text", "required": true, "default": "Adjoa, une fillette en robe jaune, cheveux tressés, sac en bandoulière", "max": 300},
    {"name": "case_1", "label": "Case 1", "label_en": "Panel 1", "kind": "long_text", "required": true, "default": "découvre une carte ancienne dans un marché coloré", "max": 300},
    {"name": "case_2", "label": "Case 2", "label_en": "Panel 2", "kind": "long_text", "required": true, "default": "rame seule sur la lagune sous une pluie fine", "max": 300},
    {"name": "case_3", "label": "Case 3", "label_en": "Panel 3", "kind": "long_text", "required": true, "default": "entre dans une grotte pleine de lucioles", "max": 300},
    {"name": "case_4", "label": "Case 4", "label_en": "Panel 4", "kind": "long_text", "required": true, "default": "revient au village, la carte levée, au soleil couchant", "max": 300},
    {"name": "style", "label": "Style", "label_en": "Style", "kind": "choice", "required": true, "default": "ligne claire aux couleurs franches", "options": [{"value": "ligne claire aux couleurs franches", "label": "Ligne claire", "label_en": "Clear line"}, {"value": "encre et lavis", "label": "Encre et lavis", "label_en": "Ink and wash"}, {"value": "manga en noir et blanc", "label": "Manga", "label_en": "Manga"}]}],
  "steps": [
    {"kind": "generate", "title": "Case 1", "title_en": "Panel 1", "settings": {"prompt": "{heros}, {case_1}, case de bande dessinée, {style}, même personnage et mêmes couleurs d’une case à l’autre", "negative_prompt": "texte, bulles, filigrane", "width": 1024, "height": 768}, "takes": {}},
    {"kind": "remix", "title": "Case 2", "title_en": "Panel 2", "settings": {"prompt": "{heros}, {case_2}, case de bande dessinée, {style}, même personnage et mêmes couleurs d’une case à l’autre", "negative_prompt": "texte, bulles, filigrane", "influence": 0.35}, "takes": {"image": {"step": 0, "field": "image"}}},
    {"kind": "remix", "title": "Case 3", "title_en": "Panel 3", "settings": {"prompt": "{heros}, {case_3}, case de bande dessinée, {style}, même personnage et mêmes couleurs d’une case à l’autre", "negative_prompt": "texte, bulles, filigrane", "influence": 0.35}, "takes": {"image": {"step": 0, "field": "image"}}},
    {"kind": "remix", "title": "Case 4", "title_en": "Panel 4", "settings": {"prompt": "{heros}, {case_4}, case de bande dessinée, {style}, même personnage et mêmes couleurs d’une case à l’autre", "negative_prompt": "texte, bulles, filigrane", "influence": 0.35}, "takes": {"image": {"step": 0, "field": "image"}}}]
}$template$);

select app.give_template($template${
  "slug": "carte-invitation",
  "goal": "carte",
  "title": "Carte d’invitation",
  "summary": "Le recto d’une carte avec la place du texte au centre, et un verso assorti.",
  "labels": {"title_en": "Invitation card", "summary_en": "The front of a card with room for the text in the middle, and a matching back."},
  "inputs": [
    {"name": "occasion", "label": "L’occasion", "label_en": "The occasion", "kind": "text", "required": true, "default": "un mariage", "max": 200},
    {"name": "ornements", "label": "Ornements", "label_en": "Ornaments", "kind": "text", "required": true, "default": "fleurs et feuilles de palmier", "max": 200},
    {"name": "couleurs", "label": "Couleurs", "label_en": "Colours", "kind": "text", "required": true, "default": "ivoire, vert sauge et doré", "max": 120},
    {"name": "style", "label": "Style", "label_en": "Style", "kind": "choice", "required": true, "default": "aquarelle délicate", "options": [{"value": "aquarelle délicate", "label": "Aquarelle", "label_en": "Watercolour"}, {"value": "papier découpé", "label": "Papier découpé", "label_en": "Cut paper"}, {"value": "gravure botanique", "label": "Gravure botanique", "label_en": "Botanical engraving"}]}],
  "steps": [
    {"kind": "generate", "title": "Peindre deux rectos", "title_en": "Paint two fronts", "settings": {"prompt": "Carte d’invitation pour {occasion}, bordure de {ornements}, {couleurs}, grand espace vide et clair au centre pour le texte, {style}", "negative_prompt": "texte, lettres, personnes, filigrane", "width": 832, "height": 1216, "count": 2}, "takes": {}},
    {"kind": "choose", "title": "Choisir la meilleure", "title_en": "Choose the best one", "settings": {}, "takes": {"images": {"step": 0, "field": "images"}}},
    {"kind": "remix", "title": "Peindre le verso", "title_en": "Paint the back", "settings": {"prompt": "Verso de carte, semis discret de {ornements}, {couleurs}, {style}, motif régulier et léger", "negative_prompt": "texte, lettres, personnes, filigrane", "influence": 0.5}, "takes": {"image": {"step": 1, "field": "image"}}},
    {"kind": "upscale", "title": "Agrandir (sans IA)", "title_en": "Enlarge (without AI)", "settings": {}, "takes": {"image": {"step": 1, "field": "image"}}}]
}$template$);

revoke execute on function app.give_template(jsonb) from public;
