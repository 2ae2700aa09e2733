const lists = (...texts: string[]): string[][] => texts.map((text) => text.split(', '));

/** The usual headings of people's own tables, by field: the lists of `FeedField.headings`, each as one text. */
export const headings = {
  name: lists(
    'name, title, product name, product title, item name',
    'product',
    'item',
    'produktname, artikelname, titel, titre, nom, titolo, nome, nombre, título, naam, nazwa, název, название, наименование, 商品名, 品名, 商品名称, 商品',
  ),
  category: lists(
    'category, product category',
    'categories',
    'product type',
    'type',
    'collection',
    'department',
    'kategorie, warengruppe, catégorie, categoria, categoría, categorie, kategoria',
    'категория, カテゴリ, 分类, 分類',
  ),
  brand: lists(
    'brand',
    'vendor',
    'manufacturer',
    'maker',
    'marke, marque, marca, merk, marka, бренд',
  ),
  description: lists(
    'description, product description',
    'body html',
    'body',
    'details',
    'short description',
    'beschreibung, produktbeschreibung, artikelbeschreibung, descripción, descrizione',
    'descrição, beschrijving, opis, popis, описание, 説明, 描述, kurzbeschreibung',
  ),
  cost: lists(
    'price, price usd, regular price, retail price, selling price',
    'preis, verkaufspreis, prix, prix de vente, precio, prezzo, preço, prijs',
    'cena, цена, 価格, 价格, 價格',
  ),
  rating: lists('rating, stars, average rating'),
  image: lists(
    'image, picture, photo, images, pictures, photos',
    'main image, image url, image urls, image link, image src',
    'picture url, photo url, product image url, image 1',
    'bild, foto, bilder, fotos, imagen, immagine, imagem, afbeelding, 画像, 图片',
    'bild 1, foto 1, imagen 1, immagine 1, imagem 1, afbeelding 1',
  ),
  stock: lists(
    'stock, stock quantity, stock level, quantity in stock, units in stock, on hand',
    'inventory, inventory quantity, available quantity',
    'quantity, qty, quantité, cantidad, quantità, quantidade',
    'bestand, lagerbestand, giacenza, existencias, estoque, voorraad, остаток, 在庫, 库存',
    // Words for whether there are any; also beside one of the others.
    'in stock, instock, stock status, availability, verfügbarkeit, disponibilité, disponibilità',
  ),
  active: lists('active, published, visible, enabled, for sale, is active', 'status'),
  id: lists(
    '_id',
    'id',
    'product id, item id, article id',
    'sku, product sku, variant sku',
    'product code, item code, article number, item number, article no, item no',
    'code, article, product number, product no, part number, handle id',
    'artikelnummer, artnr, art nr, référence, referencia, codice, código',
  ),
};
