/** Names and what they are as usernames, here and in the database. */
export const usernameCases = [
  ['Awa Sanogo', 'awa.sanogo'],
  ['Aïssatou N’Diaye Sy', 'aissatou.ndiaye.sy'],
  ["  Yao   N'Guessan ", 'yao.nguessan'],
  ['Jean-Baptiste', 'jean.baptiste'],
  ['Maximilien de Saint-Exupéry du Bois', 'maximilien.de.saint'],
  ['Kofi Mensah-Agbodjan de la Grande Lagune', 'kofi.mensah.agbodjan'],
  ['Rakotomalalandrianampoinimerina', 'rakotomalalandrianampoini'],
  ['Œuvre d’Œdipe', 'oeuvre.doedipe'],
  ['Lætitia Ægir', 'laetitia.aegir'],
  ['Groß', 'gross'],
  ['Søren Østergård', 'soren.ostergard'],
  ['Łukasz Pawłowski', 'lukasz.pawlowski'],
  ['Đặng Văn Đức', 'dang.van.duc'],
  ['李小龙', ''],
  ['', ''],
] as const
