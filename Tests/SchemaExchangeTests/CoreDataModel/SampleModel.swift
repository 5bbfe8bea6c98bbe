import SchemaModel

/// A model file with everything that such a file can contain, and the schema it must become.
enum SampleModel {
  static let contents = """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" usedWithCloudKit="YES" usedWithSwiftData="NO" userDefinedModelVersionIdentifier="one">
        <entity name="Product" representedClassName=".Product" codeGenerationType="class" elementID="Item" versionHashModifier="7" syncable="NO">
            <attribute name="name" attributeType="String" minValueString="1" maxValueString="80" regularExpressionString="[a-z]*" defaultValueString="" indexed="YES"/>
            <attribute name="price" optional="YES" attributeType="Decimal" defaultValueString="9.50" minValueString="0" elementID="cost"/>
            <attribute name="weight" attributeType="Double" defaultValueString="0.0" usesScalarValueType="YES" versionHashModifier="2"/>
            <attribute name="stock" attributeType="Integer 32" defaultValueString="0.0" maxValueString="1000" usesScalarValueType="NO"/>
            <attribute name="made" attributeType="Date" defaultDateTimeInterval="0" minDateTimeInterval="-978307200"/>
            <attribute name="sold" optional="YES" attributeType="Boolean" defaultValueString="YES" preserveAfterDeletion="YES"/>
            <attribute name="photo" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES" spotlightIndexingEnabled="YES"/>
            <attribute name="colour" optional="YES" attributeType="Transformable" valueTransformerName="ColourTransformer" customClassName="Colour" allowsExternalBinaryDataStorage="YES"/>
            <attribute name="scratch" optional="YES" transient="YES" syncable="YES"/>
            <relationship name="owner" optional="YES" minCount="0" maxCount="1" deletionRule="Nullify" destinationEntity="Shop" inverseName="products" inverseEntity="Shop" elementID="seller"/>
            <relationship name="shadow" optional="YES" transient="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Shop"/>
            <fetchedProperty name="similar" optional="YES">
                <fetchRequest name="fetchedPropertyFetchRequest" entity="Product"/>
            </fetchedProperty>
            <fetchIndex name="byName">
                <fetchIndexElement property="name" type="Binary" order="ascending"/>
                <fetchIndexElement property="price" type="Binary" order="descending"/>
            </fetchIndex>
            <fetchIndex name="byPlace">
                <fetchIndexElement property="weight" type="RTree" order="ascending"/>
            </fetchIndex>
            <compoundIndexes>
                <compoundIndex>
                    <index value="weight"/><index value="stock"/>
                </compoundIndex>
            </compoundIndexes>
            <uniquenessConstraints><uniquenessConstraint>
                <constraint value="name"/>
                <constraint value="stock"/>
            </uniquenessConstraint></uniquenessConstraints>
            <userInfo>
                <entry key="author" value="Ann"/>
            </userInfo>
        </entity>
        <entity name="Shop" isAbstract="YES">
            <attribute name="home" attributeType="Composite" compositeName="Address"/>
            <attribute name="site" optional="YES" attributeType="URI" defaultValueString="https://example.com/?a=1&amp;b=2"/>
            <attribute name="code" attributeType="UUID" defaultValueString="2F1AEF0C-8AF2-4BD1-8B5B-000000000001"/>
            <relationship name="products" optional="YES" toMany="YES" minCount="1" maxCount="9" ordered="YES" deletionRule="Cascade" destinationEntity="Product" inverseName="owner" inverseEntity="Product" versionHashModifier="3"/>
        </entity>
        <entity name="Stall" parentEntity="Shop">
            <attribute name="count" optional="YES" attributeType="Integer 64" derived="YES" derivationExpression="products.@count"/>
            <relationship name="market" maxCount="1" minCount="1" deletionRule="Deny" destinationEntity="Shop"/>
            <relationship name="rival" toMany="YES" deletionRule="No Action" destinationEntity="Stall" inverseName="rival" inverseEntity="Stall" wings="2"/>
        </entity>
        <compositeAttribute name="Address">
            <attribute name="street" optional="YES" attributeType="String"/>
            <attribute name="number" attributeType="Integer 16"/>
        </compositeAttribute>
        <configuration name="Local">
            <memberEntity name="Product"/>
            <memberEntity name="Shop"/>
        </configuration>
        <fetchRequest name="All" entity="Product" predicateString="price &gt; 1"/>
        <elements>
            <element name="Product" positionX="0" positionY="0" width="1" height="1"/>
        </elements>
    </model>
    """

  static let schema = Schema(
    name: "Shop", version: Version(1), documentation: "Shop",
    entities: [
      Entity(
        "Product", renamedFrom: "Item", hashModifier: "7",
        attributes: [
          Attribute(
            "name", .string, defaultValue: .literal(.string("")), maximum: .int(80),
            pattern: "[a-z]*"),
          Attribute(
            "price", .decimal, isOptional: true, defaultValue: .literal(.string("9.50")),
            renamedFrom: "cost", minimum: .string("0")),
          Attribute("weight", .double, defaultValue: .literal(.double(0)), hashModifier: "2"),
          Attribute("stock", .int32, defaultValue: .literal(.int(0)), maximum: .int(1000)),
          Attribute(
            "made", .date, defaultValue: .literal(.date(978_307_200)), minimum: .date(0)),
          Attribute(
            "sold", .bool, isOptional: true, defaultValue: .literal(.bool(true)),
            preservesValueOnDeletion: true),
          Attribute("photo", .data, isOptional: true, storage: .external),
          Attribute("colour", .transformable, isOptional: true),
          Attribute("scratch", .transformable, isOptional: true, isTransient: true),
        ],
        relationships: [
          Relationship(
            "owner", .toOne, "Shop", isOptional: true, inverse: "products", deleteRule: .nullify,
            renamedFrom: "seller")
        ],
        uniquenessConstraints: [["name", "stock"]],
        indexes: [
          Index([.init("name"), .init("price", isAscending: false)], name: "byName"),
          Index(on: "weight", "stock"), Index(on: "name"),
        ]),
      Entity(
        "Shop", isAbstract: true,
        attributes: [
          Attribute("home", .composite("Address")),
          Attribute(
            "site", .url, isOptional: true,
            defaultValue: .literal(.string("https://example.com/?a=1&b=2"))),
          Attribute(
            "code", .uuid,
            defaultValue: .literal(.string("2F1AEF0C-8AF2-4BD1-8B5B-000000000001"))),
        ],
        relationships: [
          Relationship(
            "products", .toMany, "Product", isOptional: true, inverse: "owner",
            deleteRule: .cascade, isOrdered: true, minimumCount: 1, maximumCount: 9,
            hashModifier: "3")
        ]),
      Entity(
        "Stall", parent: "Shop",
        attributes: [
          Attribute("count", .int64, isOptional: true, derivation: "products.@count")
        ],
        relationships: [
          Relationship("market", .toOne, "Shop", deleteRule: .deny, minimumCount: 1),
          Relationship("rival", .toMany, "Stall", inverse: "rival", deleteRule: .noAction),
        ]),
    ],
    composites: [
      Composite(
        "Address",
        elements: [
          Attribute("street", .string, isOptional: true), Attribute("number", .int16),
        ])
    ], declaredPlatform: .coreData)

  static let remarks = """
    2:76 note the model says usedWithCloudKit="YES", which a schema does not
    3:28 note 'Product' has the class '.Product', which a schema does not say
    3:60 note 'Product' has the code generation 'class', which a schema does not say
    3:128 note 'Product' is not synced, which a schema does not say
    4:55 warning the bound '1' of 'Product.name' is left out: it does not fit its type or its default
    6:82 note 'Product.weight' is a plain value in its class, which a schema does not say
    7:107 note 'Product.stock' is an object in its class, which a schema does not say
    10:109 note 'Product.photo' says spotlightIndexingEnabled="YES", which a schema does not
    11:79 warning 'Product.colour' is turned into bytes by 'ColourTransformer', which a schema does not say
    11:120 note 'Product.colour' holds a 'Colour', which a schema does not say
    11:145 warning 'Product.colour' may be stored outside, which a schema says of 'data' alone
    12:9 note 'Product.scratch' has no type, and is carried as transformable
    14:52 warning 'Product.shadow' is a transient relationship, and is left out
    15:9 note the fetched property 'Product.similar' is not carried
    23:50 warning an index of 'Product' is left out: it is of type 'RTree'
    35:13 note 'Product' has the user info 'author: Ann', which a schema does not carry
    47:142 warning 'Stall.rival' has wings="2", which is not known here, and is left out
    53:5 note the configuration 'Local' of 'Product', 'Shop' is not carried
    57:5 note the fetch request 'All' is not carried: 'Product' where price > 1
    58:5 note the diagram of 1 entity is not carried
    """

  static let broken = """
    <model>
        <entity/>
        <entity name="A" parentEntity="Z" isAbstract="maybe">
            <attribute name="a" attributeType="Strin" defaultValueString="1"/>
            <attribute name="b"/>
            <attribute name="c" attributeType="Integer 16"/>
            <attribute name="d" attributeType="Date"/>
            <attribute name="e" attributeType="Composite" compositeName="Nowhere"/>
            <attribute name="f" attributeType="Boolean" derived="YES"/>
            <attribute attributeType="String"/>
            <relationship name="r" maxCount="2" deletionRule="Explode" destinationEntity="A" inverseName="s" inverseEntity="A"/>
            <relationship name="s" toMany="YES" minCount="-1" destinationEntity="B"/>
            <relationship name="t" toMany="YES"/>
            <uniquenessConstraints><uniquenessConstraint><constraint value="q"/></uniquenessConstraint></uniquenessConstraints>
        </entity>
    </model>
    """

  static let problems = """
    - incomplete-package 'Shop 6.xcdatamodel' has no 'contents'
    - old-model 'Shop 4.xcdatamodel/contents' is a binary model from before Xcode 4: open and save it with a later one, or import a copy of the package without it, where no store of that version is left
    - old-model 'Shop 5.xcdatamodel' is a binary model from before Xcode 4: open and save it with a later one, or import a copy of the package without it, where no store of that version is left
    .xccurrentversion:1:46 incomplete-package the current version is 'Shop 9.xcdatamodel', which 'Shop' does not have (its versions are 'Shop', 'Shop 2', 'Shop 3', 'Shop 4', 'Shop 5', 'Shop 6')
    Shop 2.xcdatamodel/contents:1:7 invalid-xml the file ends in the middle of '<model'
    Shop 3.xcdatamodel/contents:1:1 invalid-model '<plist>' is not a Core Data model
    Shop.xcdatamodel/contents:2:5 invalid-model '<entity>' has no 'name'
    Shop.xcdatamodel/contents:3:22 unknown-entity the parent of 'A' is 'Z', which is not an entity (known names: 'A')
    Shop.xcdatamodel/contents:3:39 invalid-value 'isAbstract' is 'maybe', which is not YES or NO
    Shop.xcdatamodel/contents:4:29 unknown-type 'A.a' is of type 'Strin', which is not known (did you mean 'String'?)
    Shop.xcdatamodel/contents:5:9 unknown-type 'A.b' has no type, which only a transient one may lack
    Shop.xcdatamodel/contents:8:29 unknown-type 'A.e' does not name a composite of the model
    Shop.xcdatamodel/contents:9:53 invalid-model '<attribute>' has no 'derivationExpression'
    Shop.xcdatamodel/contents:10:9 invalid-model '<attribute>' has no 'name'
    Shop.xcdatamodel/contents:11:32 invalid-model 'A.r' leads to one object, but to 2 at most
    Shop.xcdatamodel/contents:11:45 invalid-value 'deletionRule' is 'Explode', which is not Nullify, Cascade, Deny or No Action
    Shop.xcdatamodel/contents:12:45 invalid-value 'minCount' is '-1', which is not a count
    Shop.xcdatamodel/contents:12:59 unknown-entity 'A.s' leads to 'B', which is not an entity (known names: 'A')
    Shop.xcdatamodel/contents:13:9 invalid-model it is not said where 'A.t' leads
    Shop.xcdatamodel/contents:14:66 unknown-property 'unique' of 'A' names 'q', which is not a property (known names: 'c', 'd', 'f', 'r', 's')
    """
}
