-- How often a picture has been given to a decoder since one last came back from it. A picture that ends the process leaves its
-- try behind, and is given up after the second.
set local lock_timeout = '2s';

alter table merchant_logos add column tries smallint not null default 0 check (tries >= 0);
