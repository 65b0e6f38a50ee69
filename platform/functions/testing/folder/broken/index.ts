throw new Error('the paper is missing')
