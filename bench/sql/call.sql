\set m random(1, :merchants)
\set phone random(10000000, 99999999)
select bench_payment(:m, :phone, :wallet, :account, :endpoint);
