const elided = /^(?:[aeiuœæ]|o(?!u[aeiouœæy])|y[^aeiou])/u

/**
 * « de » before a name, elided as it is said: « d’Awa », « d’Yves », « de Kossi », « de Ouattara ». Before h it is not: it
 * may be aspirated (« de Hugo »).
 */
export function de(name: string): string {
  const letters = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return elided.test(letters) ? `d’${name}` : `de ${name}`
}
