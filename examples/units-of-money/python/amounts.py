"""Amounts of a price list as the API takes them, and back: python amounts.py"""

from cauris import money

for price, currency in [("5000", "XOF"), ("12.50", "EUR"), ("1.234", "KWD")]:
    minor = money.to_minor(price, currency)
    decimal = money.to_decimal(minor, currency)
    print(f"{price} {currency} = {minor} minor units = {decimal}: {money.format(minor, currency)}")

# Never the product of a computer's number: 19.99 * 100 is 1998.9999999999998.
total = 3 * int(money.to_minor("19.99", "EUR"))
print("3 x 19.99 EUR =", money.to_decimal(total, "EUR"))

try:
    money.to_minor("12.5", "XOF")
except ValueError as error:
    print("refused:", error)
