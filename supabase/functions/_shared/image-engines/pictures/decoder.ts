/** sharp, set up for whoever uses it first: its settings are the whole process's, threads included. */
import sharp from 'sharp'

// One thread per picture: whoever orders pictures decides how many there are. Nothing decoded is kept.
sharp.concurrency(1)
sharp.cache(false)

export { sharp }
