/** The names of WooCommerce's columns in other languages: it writes them in the language of the user. */

const english = [
  ...['type', 'sku', 'name', 'published', 'visibility in catalog', 'short description'],
  ...['description', 'date sale price starts', 'date sale price ends', 'in stock?', 'stock'],
  ...['backorders allowed?', 'sale price', 'regular price', 'categories', 'images', 'parent'],
];
/** In the order of the English ones, with bars between them and commas between several for one. */
const translations = [
  // British English.
  '||||Visibility in catalogue',
  'Typ|Artikelnummer|Name|Veröffentlicht|Sichtbarkeit im Katalog|Kurzbeschreibung|Beschreibung|Datum an dem Angebotspreis beginnt, Datum an dem der Angebotspreis beginnt|Datum an dem Angebotspreis endet, Datum an dem der Angebotspreis endet|Vorrätig?|Lager, Lagerbestand, Bestand|Lieferrückstände erlaubt?, Rückstände erlaubt?|Angebotspreis|Regulärer Preis, Normaler Preis|Kategorien|Bilder|Übergeordnetes Produkt, Eltern',
  'Type|UGS|Nom|Publié|Visibilité dans le catalogue|Description courte|Description|Date de début de promo|Date de fin de promo|En stock?|Stock|Autoriser les commandes de produits en rupture?|Tarif promo|Tarif régulier|Catégories|Images|Parent',
  'Tipo|SKU|Nombre|Publicado|Visibilidad en el catálogo|Descripción corta|Descripción|Día en que empieza el precio rebajado|Día en que termina el precio rebajado|¿Existencias?, ¿En inventario?|Inventario, Existencias|¿Permitir reservas de productos agotados?|Precio rebajado|Precio normal|Categorías|Imágenes|Superior, Principal',
  'Tipo|SKU|Nome|Pubblicato|Visibilità nel catalogo|Breve descrizione|Descrizione|Data di inizio del prezzo in offerta, Data inizio prezzo in offerta|Data di fine del prezzo in offerta, Data fine prezzo in offerta|In stock?|Magazzino|Abilita gli ordini arretrati?|Prezzo in offerta|Prezzo di listino|Categorie|Immagini|Genitore',
  'Type|Artikelnummer|Naam|Gepubliceerd|Zichtbaarheid in catalogus|Korte omschrijving, Korte beschrijving|Beschrijving|Startdatum actieprijs|Einddatum actieprijs|Op voorraad?|Voorraad|Nabestellingen toestaan?|Actieprijs|Reguliere prijs|Categorieën|Afbeeldingen|Hoofd',
  'Typ|SKU|Nazwa|Opublikowano|Widoczność w katalogu|Krótki opis|Opis|Data rozpoczęcia promocji|Data zakończenia promocji|W magazynie?|Stan magazynowy|Pozwalać na zamówienia oczekujące (na dostawę do magazynu)?|Cena promocyjna|Cena|Kategorie|Obrazki|Element nadrzędny',
  'Тип|Артикул|Имя|Опубликован|Видимость в каталоге|Краткое описание, Короткое описание|Описание|Дата начала действия продажной цены|Дата окончания действия продажной цены|В наличии?, Наличие|Запасы|Возможен ли предзаказ?|Акционная цена|Базовая цена|Категории|Изображения|Родительский',
  'Tipo|SKU|Nome|Publicado|Visibilidade no catálogo|Descrição curta|Descrição|Data de preço promocional começa em|Data de preço promocional termina em|Em estoque?|Estoque|São permitidas encomendas?|Preço promocional|Preço|Categorias|Imagens|Ascendente, Pai',
];
const byName = new Map(
  translations.flatMap((language) =>
    language.split('|').flatMap((names, index) => {
      const meaning = english[index] ?? '';
      return names.split(', ').map((name) => [name.toLowerCase(), meaning] as const);
    }),
  ),
);
byName.delete('');
const ATTRIBUTE = /attribut|atribut|eigenschap|atrybut/;
const VALUE = /valu|vale|valo|wert|waarde|wartoś/;

/** @returns the English name in lower case; of an unknown name the same */
export function toEnglish(name: string): string {
  const folded = name
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replaceAll(' ?', '?')
    .replaceAll('’', "'")
    .replaceAll(',', '')
    .trim();
  const number = /\d+/.exec(folded)?.[0];
  const isValue = number !== undefined && ATTRIBUTE.test(folded) && VALUE.test(folded);
  return isValue ? `attribute ${number} value(s)` : (byName.get(folded) ?? folded);
}
