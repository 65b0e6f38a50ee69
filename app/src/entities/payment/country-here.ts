const countries: Readonly<Record<string, string>> = {
  'Africa/Porto-Novo': 'BJ',
  'Africa/Lome': 'TG',
  'Africa/Abidjan': 'CI',
  'Africa/Dakar': 'SN',
  'Africa/Bamako': 'ML',
  'Africa/Ouagadougou': 'BF',
  'Africa/Niamey': 'NE',
  'Africa/Conakry': 'GN',
}

/** Where this device is, as its clock says. */
export function countryHere(): string {
  return countries[new Intl.DateTimeFormat().resolvedOptions().timeZone] ?? 'BJ'
}
