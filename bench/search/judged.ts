/**
 * What shoppers type, and what is right: every one of the first results (three of them at most) is of that kind, by its name,
 * category or colours. The demo shop answers them; `npm run bench -- judged` prints how many are right.
 */
export interface JudgedQuery {
  text: string
  /** What each of the first results must say in its name or category. */
  kind: RegExp
  /** The first results cost less than this, and no less than `from`. */
  below?: number
  from?: number
  /** The first result leads here. */
  page?: string
  /** The spelling may not be changed. */
  asTyped?: true
  /** The shop has nothing that is called so: no product at all is right too, another kind is not. */
  lacking?: true
}

const of = (kind: RegExp, ...texts: string[]): JudgedQuery[] => texts.map((text) => ({ text, kind }))
const below = (kind: RegExp, price: number, ...texts: string[]): JudgedQuery[] =>
  texts.map((text) => ({ text, kind, below: price }))
const page = (path: string, ...texts: string[]): JudgedQuery[] => texts.map((text) => ({ text, kind: /./, page: path }))
const alone = (kind: RegExp, ...texts: string[]): JudgedQuery[] => texts.map((text) => ({ text, kind, asTyped: true }))

const lacking = (kind: RegExp, ...texts: string[]): JudgedQuery[] =>
  texts.map((text) => ({ text, kind, lacking: true }))

const moisturizer = /moisturi[sz]er|cream|balm|mask|lotion|milk/i
const perfume = /parfum|fragrance|perfume|cologne/i
const trousers = /trousers|jeans|pants/i
const swimsuit = /swim/i
const sweater = /cardigan|crew|knit|jumper|sweater|pullover|turtleneck/i
const bag = /bag|tote|clutch|purse/i
const shoes = /flats|heels|sandals|loafers|sneakers|shoes|boots|slingback|mules/i
const earrings = /earring|hoops|studs/i
const gifts = /gift|keepsake|set|diary|candle|journal/i

/** A letter doubled, left out or in another's place beside a word that is right; and the colour behind the thing, by its family. */
export const SLIPS: readonly JudgedQuery[] = [
  ...of(/hand (cream|& body)/i, 'hand creme', 'hadn cream', 'hand creem'),
  ...of(/\bmat\b/i, 'yoga matt', 'yoga matts', 'pilates matt'),
  ...of(/leather tote [-–] (camel|cinnamon|chocolate)/i, 'leather tote brown', 'brown leather tote'),
  ...of(/vase [-–] (sage|olive)/i, 'vae sage', 'vsae sage', 'vase green', 'green vase'),
  ...of(/(mug|cup).* [-–] (sky|navy)/i, 'mug blue', 'mugg blue'),
  ...of(/bowl [-–] (ivory|white)/i, 'bowl white', 'bowl whte'),
  ...of(/hat [-–] (sand|oat)/i, 'hat straw beige'),
  ...of(/necklace.* [-–] silver/i, 'necklace sliver'),
  ...of(/(ring|bracelet).* [-–] rose gold/i, 'ring rose gold'),
  ...of(/earrings.* [-–] (rose )?gold/i, 'earrings gold', 'earings gold'),
  ...of(/body (lotion|milk)|wash|cream/i, 'body lotoin', 'bdoy lotion'),
  ...of(/lip/i, 'lip blam', 'lip blm'),
  ...of(/nail/i, 'nail polsih', 'nail polish red', 'nail polsih red'),
  ...of(/oil|elixir|serum/i, 'hair oli', 'hair oill'),
  ...of(/jeans.* [-–] black/i, 'jeans blak', 'jeanss black'),
  ...of(/scrub/i, 'body scrubb'),
  ...of(/pillow mist/i, 'pillow msit'),
  ...of(/foot balm/i, 'foot creme'),
  ...of(/bottle.* [-–] sage/i, 'water botle sage', 'water bottel sage'),
  ...of(/weights|dumbbell/i, 'dumbells pink'),
  ...of(/lipstick/i, 'lipstik rose'),
  ...of(/[-–] rose gold/i, 'rose gold necklace'),
  ...of(/, m\b/i, 'dress size m'),
  // Words that are right stay, whatever is near them.
  ...alone(/./, 'black tea', 'white tea', 'wool throw', 'rose mist', 'silk robe', 'matte lipstick'),
]

export const JUDGED: readonly JudgedQuery[] = [
  ...SLIPS,
  // American and British spelling
  ...of(moisturizer, 'moisturizer', 'moisturiser', 'gel moisturizer', 'moisturizers'),
  ...of(/earring|necklace|ring|bracelet|bangle|jewel/i, 'jewelry', 'jewellery', 'jewelery'),
  ...of(/lip/i, 'lip color', 'lip colour'),
  ...of(/basket|storage|organi/i, 'storage organizer', 'storage organiser'),
  // Misspelt
  ...of(earrings, 'earings', 'earrigns', 'hoop earings', 'pearl earings', 'earing'),
  ...of(/lipstick|lip colour/i, 'lipstik', 'lipstck', 'lip stick', 'velvet lipstik'),
  ...of(/mascara/i, 'mascarra', 'mascera', 'volume mascarra'),
  ...of(/serum/i, 'serrum', 'seurm', 'hydrating serm', 'vitamin c serim'),
  ...alone(/vitamin c/i, 'vitamin c'),
  ...of(/candle/i, 'candel', 'cadle', 'soy candel', 'candels'),
  ...of(/necklace/i, 'neckless', 'necklase', 'pendant neclace'),
  ...of(/bracelet|bangle|cuff/i, 'braclet', 'bracelett', 'cuff bracelt'),
  ...of(/foundation/i, 'fondation', 'foundaton'),
  ...of(/eyeshadow|eye quartet/i, 'eyeshaddow', 'eyshadow palette'),
  ...of(/sunglasses/i, 'sunglases', 'sun glases'),
  ...of(/shampoo|conditioner|curl cream/i, 'shampo', 'condishioner', 'conditionner'),
  ...of(/dress/i, 'dres', 'midi drss', 'dresss'),
  ...of(/skirt/i, 'skrit', 'pleted skirt', 'midi skrt'),
  ...of(/blouse|shirt/i, 'blous', 'silk bluose'),
  ...of(/cushion/i, 'cusion', 'boucle cushon'),
  ...of(/scarf|wrap/i, 'scraf', 'silk scarff'),
  ...of(/diffuser/i, 'difuser', 'room diffuzer'),
  // Synonyms
  ...of(perfume, 'perfume', 'eau de parfum', 'parfum', 'fragrance', 'cologne', 'perfumes', 'eau de toilette'),
  ...of(trousers, 'pants', 'trousers', 'slacks', 'womens pants', 'jeans'),
  ...of(swimsuit, 'bathing suit', 'swimsuit', 'swimwear', 'one piece swimsuit', 'swimming costume', 'bathing suits'),
  ...of(sweater, 'sweater', 'cardigan', 'jumper', 'pullover', 'knitwear', 'cashmere sweater'),
  ...of(/nail/i, 'nail polish', 'nail lacquer', 'nail varnish', 'nailpolish', 'manicure'),
  ...of(/sunscreen|spf/i, 'sunscreen', 'sunblock', 'sun cream', 'spf 50'),
  ...of(/cushion|pillow/i, 'cushion', 'throw pillow', 'pillow', 'decorative pillows'),
  ...of(/throw|blanket/i, 'blanket', 'throw blanket', 'wool blanket', 'linen throw'),
  ...of(/lamp/i, 'lamp', 'table lamp', 'lamps', 'table light'),
  ...of(/mug|cup/i, 'mug', 'coffee cup', 'coffee mugs', 'espresso cups'),
  ...of(/frame/i, 'photo frame', 'picture frame', 'picture frames'),
  ...of(/diary|journal|notebook/i, 'diary', 'notebook', 'journal', 'planner'),
  ...of(/dumbbell|weights/i, 'dumbbells', 'weights', 'hand weights'),
  ...of(/bottle|flask/i, 'water bottle', 'drinking bottle', 'insulated bottle'),
  ...of(/\bmat\b/i, 'yoga mat', 'exercise mat', 'pilates mat'),
  ...of(/clip/i, 'hair clip', 'claw clip', 'barrette', 'hair clips'),
  ...of(/brush/i, 'hairbrush', 'hair brush', 'paddle brush'),
  ...of(/hat|fedora/i, 'hat', 'sun hat', 'hats', 'fedora'),
  ...of(/sunglasses/i, 'sunglasses', 'shades', 'cat eye sunglasses'),
  // The kind of thing before a word in another kind's name
  ...of(/foundation(?! brush)/i, 'foundation', 'serum foundation'),
  ...of(/brush/i, 'foundation brush', 'makeup brushes', 'makeup brush'),
  ...of(bag, 'tote bag', 'bag', 'handbag', 'purse', 'shoulder bag', 'leather tote', 'leather bag'),
  ...of(shoes, 'shoes', 'ballet flats', 'heels', 'flats', 'womens shoes'),
  ...of(/\bring\b/i, 'ring', 'rings', 'gold ring', 'signet ring', 'stacking rings'),
  ...of(earrings, 'earrings', 'gold hoops', 'pearl drop earrings', 'hoop earrings'),
  ...of(/necklace|pendant|locket/i, 'necklace', 'pendant', 'locket', 'gold necklace'),
  ...of(/soap|bar/i, 'soap', 'bar soap', 'goat milk soap'),
  ...of(/oil/i, 'face oil', 'facial oil'),
  ...of(/hand cream|hand/i, 'hand cream', 'hand lotion'),
  ...of(/body/i, 'body lotion', 'body cream', 'body wash'),
  ...of(/lip/i, 'lip balm', 'lip butter', 'chapstick', 'lipstick', 'matte lipstick'),
  ...of(/palette|quartet/i, 'eyeshadow', 'eye shadow palette'),
  ...of(/roller|gua sha/i, 'face roller', 'jade roller', 'gua sha'),
  ...of(/tea|matcha/i, 'tea', 'herbal tea', 'matcha'),
  ...of(/vase/i, 'vase', 'flower vase', 'vases'),
  ...of(/bowl/i, 'serving bowl', 'bowls'),
  ...of(/basket/i, 'basket', 'baskets', 'seagrass basket'),
  ...of(/candle/i, 'candle', 'scented candle', 'candles', 'soy candle'),
  // Words of descriptions and ingredients
  ...of(/foundation|tint|serum|cream/i, 'hyaluronic', 'hyaluronic acid'),
  ...of(/cream|mask|moisturi|patches/i, 'ceramides', 'squalane'),
  ...of(/./, 'recyclable packaging', 'recyclable'),
  ...of(/lip/i, 'shea lipstick', 'camellia oil lipstick'),
  // Prices
  ...below(/serum/i, 25, 'serum under $25', 'serum under 25', 'serum below $25', 'serums less than 25 dollars'),
  ...below(/candle/i, 30, 'candle under $30', 'candles up to 30 dollars', 'cheap candle under $30'),
  ...below(gifts, 50, 'gifts under $50', 'gift under 50'),
  ...below(/earring/i, 50, 'earrings under 50', 'earrings $20 to $50'),
  ...below(/dress/i, 200, 'dress under $200'),
  { text: 'necklace over $50', kind: /necklace/i, from: 50 },
  { text: 'bag between 50 and 150 dollars', kind: bag, from: 50, below: 150.01 },
  ...below(bag, 100, 'handbag under a hundred dollars'),
  ...below(/serum/i, 40, 'serum under forty dollars'),
  // Colours and sizes
  ...of(/blush|swim/i, 'blush swimsuit'),
  ...of(/gold/i, 'gold ring', 'gold earrings'),
  ...of(/sage|mug|bowl/i, 'sage mug'),
  ...of(/lip/i, 'pink lipstick', 'plum lipstick', 'red lipstick'),
  ...of(/dress/i, 'dress size m', 'sage dress'),
  // For somebody
  ...of(
    gifts,
    'gift for mom',
    'gifts for her',
    'gift for wife',
    'birthday gift',
    'gift box',
    'christmas presents',
    'gifts',
  ),
  // What the shop does not know stays as it was typed
  ...alone(/./, 'gift for mom', 'return policy', 'gluten free lipstick', 'tights'),
  // What is wanted is not what else has its colour, its material or its season
  ...of(trousers, 'linen trousers', 'trousers linen', 'linen pants', 'green trousers'),
  ...of(/mug|cup/i, 'blue mug', 'mug blue'),
  ...of(/dress/i, 'white dress', 'dress for a wedding'),
  ...of(/\bring\b/i, 'emerald ring', 'ring silver'),
  ...of(shoes, 'running shoes', 'shoes for running'),
  ...lacking(/coat/i, 'winter coat', 'wool coat', 'coat for winter'),
  ...lacking(/rug/i, 'grey rug', 'gray rug', 'rug grey', 'wool rug grey', 'sage green rug'),
  ...lacking(/cover/i, 'duvet cover'),
  ...lacking(/trainers|sneakers/i, 'trainers white', 'white trainers', 'white sneakers', 'leather sneakers'),
  ...lacking(/boots/i, 'winter boots'),
  ...lacking(/curtain/i, 'green curtains', 'grey curtains'),
  ...lacking(/socks/i, 'wool socks'),
  ...lacking(/sofa|couch/i, 'velvet sofa', 'red sofa'),
  ...lacking(/watch/i, 'gold watch', 'rose gold watch', 'silver watch'),
  ...lacking(/jacket/i, 'denim jacket', 'rain jacket'),
  ...lacking(/\btie\b/i, 'silk tie'),
  ...lacking(/gloves/i, 'cashmere gloves'),
  // The site itself
  ...page('/wallpapers', 'wallpaper', 'wallpapers', 'phone wallpaper'),
  ...page('/quiz/spirit-animal', 'quiz', 'spirit animal'),
  ...page('/privacy', 'privacy', 'privacy policy'),
  ...page('/contact', 'contact', 'contact us'),
  ...page('/newsletter', 'newsletter'),
  ...page('/me', 'saved', 'saved items', 'wishlist'),
  ...page('/faq', 'return policy', 'returns', 'shipping'),
]
