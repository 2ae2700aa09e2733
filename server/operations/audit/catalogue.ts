/** Pictures, groups and segments agree with the products. */
import { sql } from 'kysely';
import { SEGMENT_SIZE } from '../../../packages/search/index.ts';
import { type Invariant, invariant, unionOf } from './invariant.ts';

export const catalogueInvariants: readonly Invariant[] = [
  invariant(
    'every picture has files and a product, which names its first one',
    unionOf([
      sql`
        select 'picture ' || product_pictures.picture || ' has no file' as sentence
        from product_pictures left join picture_files
          on picture_files.picture = product_pictures.picture
        where picture_files.picture is null`,
      sql`
        select distinct 'picture ' || picture_files.picture || ' has no product' as sentence
        from picture_files left join product_pictures
          on product_pictures.picture = picture_files.picture
        where product_pictures.picture is null`,
      sql`
        select 'product ' || id || ' names another first picture' as sentence
        from products left join product_pictures on product_id = id and place = 1
        where products.picture <> coalesce(product_pictures.picture, '')`,
    ]),
  ),
  invariant(
    'a product that others name as their group is one of them',
    sql`
      select distinct 'product ' || parent.id as sentence
      from products join products as parent on parent.id = products.group_id
      where products.group_id <> '' and parent.group_id = ''`,
  ),
  invariant(
    'the catalogue has one version, and counts the changes of all of its segments',
    unionOf([
      sql`
        select count(*) || ' versions' as sentence from catalogue_state
        having count(*) <> 1 or min(id) <> 1 or min(version) is null`,
      sql`
        select 'segment ' || number || ' is not counted' as sentence
        from (select distinct position / ${sql.lit(SEGMENT_SIZE)} as number from products) as parts
        left join catalogue_segments on segment = number where segment is null`,
    ]),
  ),
];
