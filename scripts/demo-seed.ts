import { readConfig, readEnvironment } from '../server/boot/config.ts'
import { seedEmptyShop } from '../server/boot/database.ts'
import { openShopDatabase } from './command/shop-database.ts'

// npm run demo:seed: fills an empty shop with the demo, as a first start does. One that ever had products stays as it is.
const config = readConfig(readEnvironment(process.cwd()))
const database = await openShopDatabase(config)
try {
  await seedEmptyShop(database.url)
  console.log('The shop has its demo, or products of its own that were left alone.')
} finally {
  await database.close()
}
