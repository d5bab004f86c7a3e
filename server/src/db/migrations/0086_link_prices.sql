-- A link may leave the amount to the payer, within limits, or offer a quantity of one price.
set local lock_timeout = '2s';

alter table payment_links
  alter column amount drop not null,
  -- Minor units. Only of an open amount; null: no limit of the merchant.
  add column amount_min bigint check (amount_min > 0),
  add column amount_max bigint check (amount_max >= amount_min),
  add column amount_suggestions bigint[],
  -- Only of a fixed amount, which is then the price of one.
  add column quantity_min integer check (quantity_min >= 1),
  add column quantity_max integer check (quantity_max >= quantity_min),
  add constraint payment_links_price check (
    case when amount is null then quantity_min is null and quantity_max is null
    else amount_min is null and amount_max is null and amount_suggestions is null end
  ),
  add constraint payment_links_quantity check ((quantity_min is null) = (quantity_max is null));
