/** A concept and what is below it; a text alone has nothing below it. */
export interface Twig {
  readonly name: string
  readonly description?: string
  readonly below?: readonly (string | Twig)[]
}
export interface DemoTaxonomy {
  readonly friendlyName: string
  readonly description: string
  readonly concepts: readonly (string | Twig)[]
}

export const taxonomies: readonly DemoTaxonomy[] = [
  {
    friendlyName: 'Assortment',
    description: 'How the shop is laid out. Every product stands in one place, and may stand in a second one.',
    concepts: [
      {
        name: 'Outdoor',
        description: 'For days and nights outside.',
        below: [
          { name: 'Shelter', below: ['Tents', 'Tarps', 'Hammocks'] },
          { name: 'Sleeping', below: ['Sleeping bags', 'Mats', 'Outdoor blankets'] },
          { name: 'Carrying', below: ['Backpacks', 'Bottles and flasks', 'Cool boxes'] },
          { name: 'Camp kitchen', below: ['Stoves', 'Camp cookware', 'Mugs'] },
          { name: 'Light', below: ['Lanterns', 'Headlamps'] },
          { name: 'On foot', below: ['Boots', 'Poles'] },
          { name: 'Tools and rope', below: ['Axes', 'Ropes', 'Camp furniture'] },
        ],
      },
      {
        name: 'Kitchen',
        description: 'For cooking, baking and the table.',
        below: [
          { name: 'Cookware', below: ['Pots', 'Pans', 'Kettles'] },
          { name: 'Cutting', below: ['Knives', 'Boards'] },
          { name: 'Coffee and tea', below: ['Coffee makers', 'Grinders', 'Teapots', 'Cups'] },
          { name: 'Baking', below: ['Tins', 'Baking tools', 'Scales'] },
          { name: 'Table and storage', below: ['Bowls', 'Jars', 'Kitchen textiles'] },
        ],
      },
      {
        name: 'Home',
        description: 'For every other room, and the garden behind the house.',
        below: [
          { name: 'Lighting', below: ['Table lamps', 'Pendant lamps', 'Candles'] },
          { name: 'Textiles', below: ['Throws', 'Cushions', 'Towels'] },
          { name: 'Order and cleaning', below: ['Baskets', 'Brushes'] },
          { name: 'Decoration', below: ['Vases', 'Clocks'] },
          { name: 'Furniture', below: ['Stools'] },
          { name: 'Garden', below: ['Watering', 'Planters', 'Garden tools'] },
        ],
      },
    ],
  },
  {
    friendlyName: 'Materials',
    description: 'What things are made of. The names are those on the labels.',
    concepts: [
      { name: 'Wood', below: ['Ash', 'Oak', 'Birch', 'Walnut'] },
      { name: 'Metal', below: ['Stainless steel', 'Carbon steel', 'Cast iron', 'Aluminium', 'Copper', 'Titanium'] },
      { name: 'Ceramics and glass', below: ['Stoneware', 'Porcelain', 'Borosilicate glass'] },
      {
        name: 'Textile',
        below: ['Organic cotton', 'Linen', 'Merino wool', 'Recycled polyester', 'Waxed cotton', 'Goose down', 'Hemp'],
      },
      { name: 'Leather', below: ['Vegetable tanned leather'] },
      { name: 'Wax', below: ['Rapeseed wax', 'Beeswax'] },
      { name: 'Wicker', below: ['Willow', 'Seagrass'] },
    ],
  },
  {
    friendlyName: 'Topics',
    description: 'What articles are about; the magazine is sorted by this.',
    concepts: [
      'Guides',
      'Care and repair',
      'Recipes',
      'Behind the scenes',
      { name: 'Seasons', below: ['Spring', 'Summer', 'Autumn', 'Winter'] },
    ],
  },
  {
    friendlyName: 'Picture keywords',
    description: 'What a picture shows and how it was taken.',
    concepts: ['Product alone', 'In use', 'Detail', 'Mood'],
  },
]
