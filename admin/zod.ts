import { config, z } from 'zod'

// zod would compile its checks from text, which the Content-Security-Policy forbids: it tries, and the browser reports it.
config({ jitless: true })

export { z }
