#!/usr/bin/env bash
# A recipe app's legacy JSON comes into a store: once, and all of it or nothing.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

schemas=(--schemas Schemas/NowThatIKnowMore)

cat >recipes.json <<'END'
{"version": 1, "recipes": [
  {"uuid": "6F9619FF-8B86-D011-B42D-00C04FC964FF", "title": "Leek soup", "vegetarian": true,
   "glutenFree": true, "servings": 4, "created": 1735689600, "legacyId": 17,
   "ingredients": [{"name": "leek", "amount": 2}, {"name": "cream", "amount": 0.2, "unit": "l"}],
   "mediaItems": [{"file": "leeks.jpg", "bytes": "/9j/4A=="}, {"file": "soup.jpg"}],
   "notes": ["less cream", "better the next day"], "books": ["Winter", "Quick"]},
  {"uuid": "7F9619FF-8B86-D011-B42D-00C04FC964FF", "title": "Bread", "servings": 8,
   "created": 1735776000, "books": ["Winter"]}
]}
END
cat >recipes.yaml <<'END'
records: recipes
entity: RecipeModel
key: [uuid]
attributes:
  uuid: uuid
  title: title
  vegetarian: {from: vegetarian, default: false}
  glutenFree: {from: glutenFree, default: false}
  servings: servings
  extendedIngredientsJSON: {json: ingredients}
  createdAt: {from: created, date: seconds}
  modifiedAt: {from: created, date: seconds}
relationships:
  mediaItems:
    from: mediaItems
    attributes: {filePath: file, imageData: bytes, uuid: {default: uuid()}}
  notes: {from: notes, attributes: {content: ., uuid: {default: uuid()}}}
  books: {from: books, key: [name], attributes: {name: ., uuid: {default: uuid()}}}
ignore: [legacyId]
END

say "An empty store, and what would come into it"
run migrate create recipes.store "${schemas[@]}"
run migrate import-data recipes.store recipes.json --mapping recipes.yaml

say "All of it comes in"
run migrate import-data recipes.store recipes.json --mapping recipes.yaml --apply
run migrate verify recipes.store "${schemas[@]}"
run sqlite3 recipes.store "
  SELECT title, extendedIngredientsJSON FROM RecipeModel;
  SELECT filePath, recipe FROM RecipeMediaModel ORDER BY _order_recipe;
  SELECT name FROM RecipeBookModel"

say "A second time there is nothing to do"
run migrate import-data recipes.store recipes.json --mapping recipes.yaml --apply

say "One bad record, and none comes in"
sed 's/"7F/"8F/; s/"6F/"9F/; s/"servings": 8/"servings": 0/' recipes.json >bad.json
status=0
run migrate import-data recipes.store bad.json --mapping recipes.yaml --apply || status=$?
echo "(exit status $status)"
[ "$status" -eq 2 ]
[ "$(sqlite3 recipes.store 'SELECT count(*) FROM RecipeModel')" -eq 2 ]
