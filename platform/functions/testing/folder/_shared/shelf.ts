export const shelf = 'A'
